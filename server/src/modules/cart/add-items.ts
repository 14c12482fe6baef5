import type { Actor } from '#kernel/actor'
import { fail } from './failures.ts'
import { readyToPut } from './put-into-cart.ts'
import type { QuotedCart } from './quoted-cart.ts'
import { type ReadCartDeps, readAfterChange } from './read-cart.ts'
import type { AddItem } from './requests.ts'

/** A line that was not put into the cart, and why: by the code that adding it alone would meet. */
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
 * Several products at once, by the cart's own rules: one that is in it already is a quantity to decide on, and stays as it
 * is, so that asking twice adds nothing twice. All of it in one transaction; of all or nothing, nothing where one is refused.
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
