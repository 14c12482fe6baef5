import { type Actor, readsOwnOnly } from '#kernel/actor'
import type { Order } from './order.ts'

/** The person whose orders alone the actor reads. Undefined: the actor reads those of everybody in the company. */
export function ownerToRead(actor: Actor): string | undefined {
  return readsOwnOnly(actor) ? actor.id : undefined
}

/** Whether the actor, who is of the company of the order or acts for it, may read it. `isOrderOf` is the rule of statements. */
export function mayReadOrder(
  actor: Actor,
  { placedBy, requestedBy }: Pick<Order, 'placedBy' | 'requestedBy'>,
): boolean {
  const owner = ownerToRead(actor)
  return owner === undefined || owner === placedBy || owner === requestedBy
}
