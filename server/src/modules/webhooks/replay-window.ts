import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { ringAfterCommit } from '#platform/wake'
import { auditEndpoint } from './audit-endpoint.ts'
import { refuseUnknownKinds } from './create-endpoint.ts'
import { deliveryTopic, type FinishedState } from './delivery.ts'
import type { Deps } from './deps.ts'
import { findEndpoint } from './endpoint-store.ts'
import { typesMatching } from './event-kinds.ts'
import { fail } from './failures.ts'
import { countInWindow, insertReplaysOfWindow, type Window } from './replay-store.ts'

export type ReplayWindowInput = {
  readonly since: Date
  readonly until: Date | undefined
  readonly events: readonly string[] | undefined
  readonly state: FinishedState | undefined
  readonly preview: boolean
}

export type WindowReplayed = { readonly matched: number; readonly replayed: number }

/** What did not arrive. Deliveries that were cancelled or succeeded are replayed only when they are asked for. */
const failed: readonly FinishedState[] = ['EXHAUSTED', 'EXPIRED']

/** Every event of the window whose latest delivery matches, once. A preview only counts. */
export async function replayWindow(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  { since, until, events, state, preview }: ReplayWindowInput,
): Promise<WindowReplayed> {
  const now = deps.now()
  const { companyId } = actor
  if (since.getTime() >= (until ?? now).getTime()) throw fail('window_invalid')
  if (events) refuseUnknownKinds(deps, events)
  const window: Window = {
    companyId,
    endpointId,
    since,
    // Now is still inside: an event of this very millisecond counts.
    until: until ?? new Date(now.getTime() + 1),
    types: events && typesMatching(events, deps.kinds),
    states: state ? [state] : failed,
  }
  return deps.database.transaction(async (tx) => {
    if (!(await findEndpoint(tx, companyId, endpointId))) {
      throw fail('endpoint_not_found', { endpointId })
    }
    const matched = await countInWindow(tx, window)
    if (preview) return { matched, replayed: 0 }
    const replayed = await insertReplaysOfWindow(tx, window, newId('dlv', now), now)
    await auditEndpoint(tx, actor, 'window_replayed', endpointId, now, { matched, replayed })
    if (replayed > 0) ringAfterCommit(tx, deliveryTopic)
    return { matched, replayed }
  })
}
