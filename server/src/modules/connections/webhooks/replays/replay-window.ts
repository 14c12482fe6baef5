import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { type FinishedState, notArrived } from '../deliveries/delivery.ts'
import type { Deps } from '../deps.ts'
import { auditEndpoint } from '../endpoints/audit-endpoint.ts'
import { assertKindsKnown } from '../endpoints/create-endpoint.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { typesMatching } from '../event-kinds.ts'
import { WebhookTest } from '../events.ts'
import { fail } from '../failures.ts'
import { advance } from './advance-replay.ts'
import { defaultPerSecond, isLowerBound, missingCountedMax, type Replay } from './replay.ts'
import { findMissing } from './replay-missing.ts'
import { findReplay, findRunning, insertRecord, type NewReplay } from './replay-record-store.ts'
import { countInWindow, type Window } from './replay-store.ts'

export type ReplayWindowInput = {
  readonly since: Date
  readonly until: Date | undefined
  readonly events: readonly string[] | undefined
  /**
   * Default: undelivered events. Deliveries that were otherwise cancelled, or succeeded, are included only on
   * request.
   */
  readonly state: FinishedState | undefined
  readonly preview: boolean
  /** Replays events that were never recorded for the endpoint, in place of undelivered ones. */
  readonly missing?: boolean
  readonly perSecond?: number
  readonly idempotency?: IdempotencyClaim | undefined
}

/** `replayed`: the count so far. A preview has no replay. */
export type WindowReplayed = {
  readonly matched: number
  readonly matchedIsLowerBound: boolean
  readonly replayed: number
  readonly replay?: Replay
}

/**
 * Replays every event of the window whose latest delivery matches, once. A preview only counts. The first second's
 * worth is due when the answer is sent; the rest follows at the rate of the replay.
 */
export async function replayWindow(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  input: ReplayWindowInput,
): Promise<WindowReplayed> {
  const { events, preview, idempotency } = input
  const now = deps.now()
  const { companyId } = actor
  if (input.since.getTime() >= (input.until ?? now).getTime()) throw fail('window_invalid')
  if (events) assertKindsKnown(deps, events)
  const id = newId('rpl', now)
  return deps.database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, companyId, endpointId)
    if (!endpoint) throw fail('endpoint_not_found', { endpointId })
    const planned = planReplay(deps, endpoint, input, now)
    if (planned.since >= planned.until) throw fail('window_not_kept')
    if (preview) {
      const matched = await countMatching(tx, planned)
      const { missing } = planned
      return { matched, matchedIsLowerBound: isLowerBound({ missing, matched }), replayed: 0 }
    }

    const firstId = await claimKey(tx, actor, idempotency, id, now)
    if (firstId !== id) return answerOf(await findReplay(tx, companyId, firstId), firstId)
    const matched = await countMatching(tx, planned)
    const record: NewReplay = { ...planned, id, matched, createdAt: now }
    if (!(await insertRecord(tx, record))) {
      const running = await findRunning(tx, companyId, endpointId)
      throw fail('replay_running', { endpointId, replayId: running?.id ?? null })
    }
    const { perSecond, missing } = record
    const details = { replayId: id, matched, perSecond, missing }
    auditEndpoint(tx, actor, 'window_replayed', endpointId, now, details)
    const begun = await findReplay(tx, companyId, id)
    if (begun) await advance(tx, begun, now)
    return answerOf(await findReplay(tx, companyId, id), id)
  })
}

function answerOf(replay: Replay | undefined, replayId: string): WindowReplayed {
  if (!replay) throw fail('replay_not_found', { replayId })
  const { matched, replayed } = replay
  return { matched, matchedIsLowerBound: isLowerBound(replay), replayed, replay }
}

function planReplay(
  { kinds, settings }: Deps,
  { companyId, id, events: named, maxPerSecond }: Endpoint,
  { since, until, events, state, missing = false, perSecond }: ReplayWindowInput,
  now: Date,
): Omit<NewReplay, 'id' | 'matched' | 'createdAt'> {
  const types = events && typesMatching(events, kinds)
  // A delivery is in the partition of its event's day: in an expired partition it would expire before it is sent.
  const kept = after(now, -daysMs(settings.WEBHOOKS_RETENTION_DAYS))
  return {
    companyId,
    endpointId: id,
    since: missing && since < kept ? kept : since,
    // `until` is exclusive, and an event of this very millisecond must count.
    until: until ?? new Date(now.getTime() + 1),
    types: missing ? namedOf(typesMatching(named, kinds), types) : types,
    states: missing ? [] : state ? [state] : notArrived,
    missing,
    perSecond: perSecond ?? defaultPerSecond(maxPerSecond),
  }
}

/** A test event belongs only to the endpoint that it tests. */
function namedOf(named: readonly string[], types: readonly string[] = named): string[] {
  return types.filter((type) => named.includes(type) && type !== WebhookTest.type)
}

async function countMatching(tx: Tx, planned: Window & { missing: boolean }): Promise<number> {
  if (!planned.missing) return countInWindow(tx, planned)
  const window = { ...planned, types: planned.types ?? [] }
  return (await findMissing(tx, window, missingCountedMax)).missing.length
}
