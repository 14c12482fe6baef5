import { join } from 'node:path'
import { openJournal } from '../journal.ts'
import {
  type EventType,
  type Intent,
  isOver,
  type ProviderEvent,
  type Refund,
  sandboxId,
} from './intent.ts'

/** The result of an Idempotency-Key, and the fingerprint of its request. */
type UsedKey = { readonly fingerprint: string; readonly resultId: string }

type Entry =
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'refund'; readonly refund: Refund }
  | { readonly kind: 'key'; readonly key: string; readonly used: UsedKey }
  | { readonly kind: 'event'; readonly event: ProviderEvent }
  | { readonly kind: 'event_closed'; readonly id: string; readonly outcome: EventOutcome }

export type EventOutcome = 'SENT' | 'GIVEN_UP' | 'DROPPED'

export type Change = {
  readonly intent?: Intent
  readonly refund?: Refund
  readonly key?: { readonly key: string; readonly used: UsedKey }
  readonly announce?: EventType
}

const keptMs = 30 * 24 * 3_600_000

/** The record of the provider: kept in memory to be read, and in the journal to survive a restart. */
export type Book = Awaited<ReturnType<typeof openBook>>

export async function openBook(options: {
  dataDir: string
  /** The name of its journal file. */
  name?: string
  now: () => Date
  onEvent: (event: ProviderEvent) => void
}) {
  const path = join(options.dataDir, `${options.name ?? 'payments'}.jsonl`)
  const state = emptyState()
  const journal = await openJournal<Entry>(
    path,
    (entry) => apply(state, entry),
    () => entriesSince(state, options.now().getTime() - keptMs),
  )
  let last: Promise<unknown> = Promise.resolve()

  async function commit(changes: readonly Change[]): Promise<void> {
    const entries = changes.flatMap((change) => entriesOf(state, change, options.now()))
    await journal.append(entries)
    for (const entry of entries) {
      apply(state, entry)
      if (entry.kind === 'event') options.onEvent(entry.event)
    }
  }

  /** Makes one decision at a time, and writes each to the disk before the next one. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    intent: (id: string) => state.intents.get(id),
    intents: () => [...state.intents.values()],
    refund: (id: string) => state.refunds.get(id),
    refundsOf: (intentId: string) =>
      [...state.refunds.values()].filter((refund) => refund.intentId === intentId),
    usedKey: (key: string) => state.keys.get(key),
    openEvents: () => [...state.openEvents.values()],
    decide: <T>(decide: () => { readonly changes: readonly Change[]; readonly result: T }) =>
      inTurn(async () => {
        const { changes, result } = decide()
        await commit(changes)
        return result
      }),
    closeEvent: (id: string, outcome: EventOutcome) =>
      inTurn(async () => {
        const entry: Entry = { kind: 'event_closed', id, outcome }
        await journal.append([entry])
        apply(state, entry)
      }),
    expireDue: () =>
      inTurn(async () => {
        const now = options.now()
        const over = [...state.intents.values()].filter((intent) => isOver(intent, now))
        await commit(over.map(expireIntent))
      }),
    /** Waits for the last decision. */
    close: () => inTurn(async () => undefined),
  }
}

function expireIntent(intent: Intent): Change {
  return {
    intent: { ...intent, state: 'EXPIRED', failureReason: 'expired' },
    announce: 'intent.expired',
  }
}

type State = ReturnType<typeof emptyState>

function emptyState() {
  return {
    intents: new Map<string, Intent>(),
    refunds: new Map<string, Refund>(),
    keys: new Map<string, UsedKey>(),
    openEvents: new Map<string, ProviderEvent>(),
  }
}

function apply(state: State, entry: Entry): void {
  if (entry.kind === 'intent') state.intents.set(entry.intent.id, entry.intent)
  if (entry.kind === 'refund') state.refunds.set(entry.refund.id, entry.refund)
  if (entry.kind === 'key') state.keys.set(entry.key, entry.used)
  if (entry.kind === 'event') state.openEvents.set(entry.event.id, entry.event)
  if (entry.kind === 'event_closed') state.openEvents.delete(entry.id)
}

function entriesOf(state: State, change: Change, now: Date): Entry[] {
  const { intent, refund, key, announce } = change
  const subject = intent ?? (refund && state.intents.get(refund.intentId))
  return [
    ...(intent ? [{ kind: 'intent' as const, intent }] : []),
    ...(refund ? [{ kind: 'refund' as const, refund }] : []),
    ...(key ? [{ kind: 'key' as const, ...key }] : []),
    ...(announce && subject
      ? [{ kind: 'event' as const, event: eventOf(announce, subject, refund, now) }]
      : []),
  ]
}

function eventOf(
  type: EventType,
  intent: Intent,
  refund: Refund | undefined,
  now: Date,
): ProviderEvent {
  const createdAt = now.toISOString()
  return { id: sandboxId('evt'), type, createdAt, data: { intent, ...(refund ? { refund } : {}) } }
}

/** The entries since that time, and every event that is still to be sent. */
function entriesSince(state: State, sinceMs: number): Entry[] {
  const isKept = (createdAt: string) => new Date(createdAt).getTime() >= sinceMs
  const intents = [...state.intents.values()].filter((intent) => isKept(intent.createdAt))
  const known = new Set(intents.map((intent) => intent.id))
  const refunds = [...state.refunds.values()].filter((refund) => known.has(refund.intentId))
  for (const refund of refunds) known.add(refund.id)
  const keys = [...state.keys].filter(([, used]) => known.has(used.resultId))
  return [
    ...intents.map((intent) => ({ kind: 'intent' as const, intent })),
    ...refunds.map((refund) => ({ kind: 'refund' as const, refund })),
    ...keys.map(([key, used]) => ({ kind: 'key' as const, key, used })),
    ...[...state.openEvents.values()].map((event) => ({ kind: 'event' as const, event })),
  ]
}
