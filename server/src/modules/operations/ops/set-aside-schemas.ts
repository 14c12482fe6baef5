import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { deathsUntilAlone } from '#platform/leases'
import type { ListedSetAside, SetAsideEvent } from '#platform/outbox'

const subscriptionOptions = {
  maxLength: 100,
  description: 'A subscription to the event log, such as `invoices.write_documents`.',
}

export const SubscriptionName = Type.String({
  ...subscriptionOptions,
  pattern: '^[a-z][a-z_]*\\.[a-z][a-z_]*$',
})

/** Any text is valid: an id that is not ours is not found. */
export const SetAsideParams = Type.Object({
  subscription: Type.String(subscriptionOptions),
  eventId: Type.String({ maxLength: 64 }),
})

const facts = {
  subscription: Type.String({ description: 'The subscription that could not record the event.' }),
  eventId: Type.String(),
  type: Type.String(),
  companyId: Type.String(),
  line: Type.String({
    description:
      'The line of the event. Events of one line are recorded in order, so later ones wait behind this one.',
  }),
  failures: Type.Integer({
    description: 'The number of failures. Zero if the event only waits behind another one.',
  }),
  lastError: Type.Optional(
    Type.String({
      description:
        'The error of the last attempt. `process_died`: the event has killed the process.',
    }),
  ),
  setAsideAt: Type.String({ format: 'date-time' }),
}

export const SetAsideView = record(
  'SetAsideEvent',
  'An event that a subscription could not process and set aside.',
  facts,
)

export const ListedSetAsideView = record(
  'ListedSetAsideEvent',
  'An event that was set aside, and when it is tried next.',
  {
    ...facts,
    nextAttemptAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The time of the next attempt. Absent if the event waits behind another one of its line. Also absent if it has killed the processes that recorded it (`process_died`): an operator must then retry it.',
      }),
    ),
  },
)

export function viewSetAside(event: SetAsideEvent): Static<typeof SetAsideView> {
  const { subscription, eventId, type, companyId, line, failures, lastError, setAsideAt } = event
  return {
    subscription,
    eventId,
    type,
    companyId,
    line,
    failures,
    ...(lastError !== undefined && { lastError }),
    setAsideAt: setAsideAt.toISOString(),
  }
}

export function viewListedSetAside(event: ListedSetAside): Static<typeof ListedSetAsideView> {
  const { isFirst, availableAt, deaths } = event
  return {
    ...viewSetAside(event),
    ...(isFirst && deaths <= deathsUntilAlone && { nextAttemptAt: availableAt.toISOString() }),
  }
}

export const setAsideExample: Static<typeof SetAsideView> = {
  subscription: 'invoices.write_documents',
  eventId: 'evt_01m7xb82dw3khw78phh28dvacd',
  type: 'order.shipped',
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  line: 'order/ord_01m7xb82dw3khw78phh28dvacd',
  failures: 9,
  lastError: 'an event says 12,50 EUR',
  setAsideAt: '2026-01-02T03:04:05.000Z',
}

export const listedSetAsideExample: Static<typeof ListedSetAsideView> = {
  ...setAsideExample,
  nextAttemptAt: '2026-01-02T03:14:05.000Z',
}

export const DiscardEventBody = record(
  'DiscardSetAsideEvent',
  'A note on why the event is discarded.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason why the event is not needed, for people who read it later.',
    }),
  },
  { examples: [{ note: 'The invoice was written by hand.' }] },
)
