import assert from 'node:assert/strict'
import type { Tx } from '#platform/db'
import { causedBy } from './cause.ts'
import type { LoggedEvent } from './event.ts'
import type { DataOf, EventKind } from './kind.ts'

/** A reader of the log that keeps its own position. */
export type Subscription = {
  readonly name: string
  readonly types: readonly string[]
  /** Whether it would record anything for this event. */
  concerns(event: LoggedEvent): boolean
  /**
   * The line of an event that concerns the subscription. Events of one line of a company are recorded in their order, whatever
   * becomes of any of them.
   */
  lineOf(event: LoggedEvent): string
  /**
   * What becomes of an event that kills the process which records it alone. `set_aside`: the subscription continues without it.
   * `retried_slowly`: the subscription stops at it and retries it, later each time, and operators are notified.
   */
  readonly poison: 'set_aside' | 'retried_slowly'
  /**
   * Writes rows in the transaction that moves the subscription's position. Events come in order, and possibly several at once.
   */
  record(tx: Tx, events: readonly LoggedEvent[]): Promise<void>
}

/**
 * What to do with one event, or with several at once if one statement can record them all. An event may come again (a failed
 * transaction is repeated as a whole, and an operator may move the position back), so recording it twice must add nothing. No
 * calls over the network: the row of the position is locked meanwhile. What `record` emits has the cause of the event.
 */
type Recorder<Data> = {
  readonly name: string
  /** False for an event that it does not record: no reader is woken for that. The default is true for all. */
  concerns?(event: LoggedEvent<Data>): boolean
  /**
   * Events of one line must not overtake each other, even if one fails for good. The default line is the record that the event is
   * about.
   */
  lineOf?(event: LoggedEvent<Data>): string
  /** `retried_slowly` for events about money or stock. The default is `set_aside`. */
  readonly poison?: Subscription['poison']
} & (
  | { record(tx: Tx, event: LoggedEvent<Data>): Promise<void> }
  | { recordAll(tx: Tx, events: readonly LoggedEvent<Data>[]): Promise<void> }
)

type OneOrMore<Kind> = Kind | readonly Kind[]

/** Declares a subscription. A new one starts at the beginning of the log. */
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

/** Subscribes to those of the kinds that are public. */
export function onPublic<Kind extends EventKind>(
  kinds: readonly Kind[],
  recorder: Recorder<DataOf<Kind>>,
): Subscription {
  const publicKinds = kinds.filter((kind) => kind.public)
  return on(publicKinds, recorder)
}
