import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { numberOf } from '#kernel/quantity'
import { viewDistinction } from '#modules/orders/line-references'
import type { WhichCart } from '../cart.ts'
import { fail } from '../failures.ts'
import type { QuotedCart } from '../quoted-cart.ts'
import { type ReadCartDeps, readAfterChange } from '../read-cart.ts'
import { preparePut } from './put-into-cart.ts'
import type { AddItem } from './requests.ts'

/** A line that was not added, and the failure code that adding it alone would have. */
export type NotAdded = Pick<AddItem, 'productId'> &
  ReturnType<typeof viewDistinction> & {
    readonly quantity: number
    readonly code: string
    readonly message: string
    readonly details: Readonly<Record<string, unknown>>
  }

export type ItemsAdded = {
  readonly cart: QuotedCart
  readonly added: number
  readonly notAdded: readonly NotAdded[]
}

export type AddItemsOptions = Pick<WhichCart, 'cartId' | 'ownerId'> & {
  readonly allOrNothing?: boolean | undefined
}

/**
 * Adds several products by the cart's rules: a product that is in it already keeps its quantity, for the buyer to
 * decide, so that a repeat adds nothing twice. It is one transaction. With all or nothing, one refused product refuses
 * all.
 */
export async function addItems(
  deps: ReadCartDeps,
  actor: Actor,
  items: readonly AddItem[],
  { allOrNothing = false, ...which }: AddItemsOptions,
): Promise<ItemsAdded> {
  const put = await preparePut(deps, actor, items, which)
  const { added, refusedLines, cart, offers } = await deps.database.transaction(async (tx) => {
    const result = await put(tx, deps.now())
    const refusedLines = result.notAdded.map(({ item, failure }) => notAdded(item, failure))
    if (allOrNothing && refusedLines.length > 0) {
      throw fail('items_refused', { lines: refusedLines })
    }
    return { ...result, refusedLines }
  })
  const quotedCart = await readAfterChange(deps, actor, which, { cart, offers })
  return { cart: quotedCart, added, notAdded: refusedLines }
}

export function notAdded(item: AddItem, { code, message, details }: Failure): NotAdded {
  const { productId, quantity } = item
  return {
    productId,
    quantity: numberOf(quantity),
    ...viewDistinction(item),
    code,
    message,
    details,
  }
}
