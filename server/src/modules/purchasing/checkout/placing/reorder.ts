import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { type ItemsAdded, type NotAdded, notAdded } from '#modules/cart'
import { type LineToReorder, linesToReorder, mergeEqual } from '#modules/orders'
import { codesOfLines } from '#modules/orders/line-references'
import type { CheckoutDeps } from '../deps.ts'

export type Reordered = ItemsAdded & {
  /** The lines whose allocations name a code that can no longer be named. They are added undivided. */
  readonly withoutAllocations: readonly NotAdded[]
}

/**
 * Follows the rules of the cart: a product that is in it already keeps its quantity, for the buyer to decide. A repeat,
 * also after a crash, therefore adds nothing twice. A product that is short today is added all the same, and is a
 * problem of the cart. An operator reads every order, but cannot reorder for the platform.
 */
export async function reorder(
  deps: CheckoutDeps,
  actor: Actor,
  orderId: string,
): Promise<Reordered> {
  const lines = linesToReorder(await deps.orders.getOwn(actor, orderId))
  const withoutAllocations: NotAdded[] = []
  const items: LineToReorder[] = []
  // One look for all lines. Only if it finds an unknown code, each line is looked at.
  const isRefused = (await refusalOfCodes(deps, actor, lines)) !== undefined
  for (const line of lines) {
    const failure = isRefused ? await refusalOfCodes(deps, actor, [line]) : undefined
    const { allocations: _, ...undivided } = line
    items.push(failure ? undivided : line)
    if (failure) withoutAllocations.push(notAdded(line, failure))
  }
  return { ...(await deps.carts.addItems(actor, mergeEqual(items))), withoutAllocations }
}

function refusalOfCodes(
  { structure, database }: CheckoutDeps,
  { companyId }: Actor,
  lines: readonly LineToReorder[],
): Promise<Failure | undefined> {
  return structure.refusalOfCodes(database.pool, companyId, codesOfLines(lines))
}
