import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { ringAfterCommit } from '#platform/wake'
import { auditEndpoint } from './audit-endpoint.ts'
import { refuseUnknownKinds } from './create-endpoint.ts'
import { deliveryTopic, type FinishedState } from './delivery.ts'
import type { Deps } from './deps.ts'
import { findEndpoint } from './endpoint-store.ts'
import { typesMatching } from './event-kinds.ts'
import { WebhookTest } from './events.ts'
import { fail } from './failures.ts'
import { findMissing, recordMissing } from './replay-missing.ts'
import { countInWindow, insertReplaysOfWindow, type Window } from './replay-store.ts'

export type ReplayWindowInput = {
  readonly since: Date
  readonly until: Date | undefined
  readonly events: readonly string[] | undefined
  readonly state: FinishedState | undefined
  readonly preview: boolean
  /** Instead of what did not arrive, what was never recorded for the endpoint. */
  readonly missing?: boolean
}

export type WindowReplayed = { readonly matched: number; readonly replayed: number }

/** What did not arrive. Deliveries that were cancelled or succeeded are replayed only when they are asked for. */
const failed: readonly FinishedState[] = ['EXHAUSTED', 'EXPIRED']

/** Every event of the window whose latest delivery matches, once. A preview only counts. */
export async function replayWindow(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  { since, until, events, state, preview, missing = false }: ReplayWindowInput,
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
    const endpoint = await findEndpoint(tx, companyId, endpointId)
    if (!endpoint) throw fail('endpoint_not_found', { endpointId })
    if (missing) {
      const named = new Set(typesMatching(endpoint.events, deps.kinds))
      const types = (window.types ?? [...named]).filter(
        // A test is for the endpoint that it tries.
        (type) => named.has(type) && type !== WebhookTest.type,
      )
      const found = await findMissing(tx, { ...window, types })
      if (preview) return { matched: found.length, replayed: 0 }
      const replayed = await recordMissing(tx, endpointId, found, now)
      const details = { matched: found.length, replayed, missing }
      await auditEndpoint(tx, actor, 'window_replayed', endpointId, now, details)
      if (replayed > 0) ringAfterCommit(tx, deliveryTopic)
      return { matched: found.length, replayed }
    }
    const matched = await countInWindow(tx, window)
    if (preview) return { matched, replayed: 0 }
    const replayed = await insertReplaysOfWindow(tx, window, newId('dlv', now), now)
    await auditEndpoint(tx, actor, 'window_replayed', endpointId, now, { matched, replayed })
    if (replayed > 0) ringAfterCommit(tx, deliveryTopic)
    return { matched, replayed }
  })
}
