import type { Actor } from '#kernel/actor'
import { fail } from '../failures.ts'
import type { QuotedCart } from '../quoted-cart.ts'
import { type ReadCartDeps, readAfterChange } from '../read-cart.ts'
import { readyToPut } from './put-into-cart.ts'
import type { AddItem } from './requests.ts'

/** A line that was not added, and the failure code that adding it alone would have. */
export type NotAdded = AddItem & {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

export type ItemsAdded = {
  readonly cart: QuotedCart
  readonly added: number
  readonly notAdded: readonly NotAdded[]
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
  { allOrNothing }: { readonly allOrNothing: boolean },
): Promise<ItemsAdded> {
  const put = await readyToPut(deps, actor, items)
  const { added, notAdded, cart, offers } = await deps.database.transaction(async (tx) => {
    const done = await put(tx, deps.now())
    const refused = done.notAdded.map(({ item, failure: { code, message, details } }) => ({
      productId: item.productId,
      quantity: item.quantity,
      code,
      message,
      details,
    }))
    if (allOrNothing && refused.length > 0) throw fail('items_refused', { lines: refused })
    return { ...done, notAdded: refused }
  })
  const quoted = await readAfterChange(deps, actor, undefined, { cart, offers })
  return { cart: quoted, added, notAdded }
}
