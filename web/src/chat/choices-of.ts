import type { ChatSession } from '../api-types.ts'
import type { Choice } from './chat-calls.ts'

/** The product that a person has chosen for each item. The best match otherwise. */
export type Chosen = Readonly<Record<number, string | undefined>>

/** Nobody types a quantity here: the brief has it, or else the smallest that can be ordered is taken. */
export function choicesOf({ matches, brief }: ChatSession, chosen: Chosen): Choice[] {
  return matches.flatMap(({ item, best, alternatives }) => {
    const productId = chosen[item] ?? best?.id
    const product = [best, ...alternatives].find((one) => one?.id === productId)
    if (!product) return []
    const hasQuantity = brief.items[item]?.quantity !== undefined
    const quantity = hasQuantity ? {} : { quantity: product.price.minQuantity }
    return [{ item, productId: product.id, ...quantity }]
  })
}
