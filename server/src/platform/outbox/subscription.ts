import assert from 'node:assert/strict'
import type { Tx } from '#platform/db'
import { causedBy } from './cause.ts'
import type { LoggedEvent } from './event.ts'
import type { DataOf, EventKind } from './kind.ts'

/** Someone who reads the log at his own pace. */
export type Subscription = {
  readonly name: string
  readonly types: readonly string[]
  /** Whether it would record anything of it. */
  concerns(event: LoggedEvent): boolean
  /**
   * Events of one line, in one company, are recorded in their order, whatever becomes of any of them. Of those that concern
   * it.
   */
  lineOf(event: LoggedEvent): string
  /**
   * What becomes of an event that kills the process which records it alone. `set_aside`: the subscription goes on without it.
   * `retried_slowly`: the subscription stops at it, tries it again later each time, and operators hear of it.
   */
  readonly poison: 'set_aside' | 'retried_slowly'
  /** Writes rows, in the transaction that moves the subscription's place. In order; several events at most at once. */
  record(tx: Tx, events: readonly LoggedEvent[]): Promise<void>
}

/**
 * What to do with one event, or with several at once where one statement can record them all. An event may come again
 * (a transaction that fails is repeated whole, an operator may move the place back), so recording it twice must add
 * nothing. No calls over the network: the place's row is locked meanwhile. What `record` emits has the event's cause.
 */
type Recorder<Data> = {
  readonly name: string
  /** False for what it has nothing to record of: nobody is woken for that. All, where it is left out. */
  concerns?(event: LoggedEvent<Data>): boolean
  /** What must not overtake what, should an event fail for good. What is about one thing, where it is left out. */
  lineOf?(event: LoggedEvent<Data>): string
  /** `retried_slowly` for what carries money or stock. `set_aside`, where it is left out. */
  readonly poison?: Subscription['poison']
} & (
  | { record(tx: Tx, event: LoggedEvent<Data>): Promise<void> }
  | { recordAll(tx: Tx, events: readonly LoggedEvent<Data>[]): Promise<void> }
)

type OneOrMore<Kind> = Kind | readonly Kind[]

/** Declares a subscription. A new one begins at the beginning of the log. */
export function on<Kind extends EventKind>(
  kinds: OneOrMore<Kind>,
  recorder: Recorder<DataOf<Kind>>,
): Subscription {
  const list: readonly Kind[] = Array.isArray(kinds) ? kinds : [kinds as Kind]
  assert(list.length > 0, `${recorder.name} subscribes to nothing`)
  const types = [...new Set(list.map((kind) => kind.type))]
  // `emit` has checked the data of events of these kinds.
  const concerns = (event: LoggedEvent): event is LoggedEvent<DataOf<Kind>> =>
    types.includes(event.type) && (recorder.concerns?.(event as LoggedEvent<DataOf<Kind>>) ?? true)
  return {
    name: recorder.name,
    types,
    poison: recorder.poison ?? 'set_aside',
    concerns,
    lineOf: (event) =>
      recorder.lineOf?.(event as LoggedEvent<DataOf<Kind>>) ??
      `${event.entity.type}/${event.entity.id}`,
    record: async (tx, events) => {
      const known = events.filter(concerns)
      if ('recordAll' in recorder) return recorder.recordAll(tx, known)
      for (const event of known) await causedBy(event.cause, () => recorder.record(tx, event))
    },
  }
}

/** To those of the kinds that may leave the house. */
export function onPublic<Kind extends EventKind>(
  kinds: readonly Kind[],
  recorder: Recorder<DataOf<Kind>>,
): Subscription {
  const publicKinds = kinds.filter((kind) => kind.public)
  return on(publicKinds, recorder)
}
