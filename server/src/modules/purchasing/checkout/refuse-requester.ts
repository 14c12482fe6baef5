import { type Actor, may } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { fail } from './failures.ts'

/** A route that orders, or leads to an order, tells requesters what they do in its place. */
export function refuseRequester(actor: Actor): Failure | undefined {
  const isRequester = actor.kind === 'person' && may(actor, 'request_goods')
  return isRequester ? fail('requisition_required') : undefined
}
