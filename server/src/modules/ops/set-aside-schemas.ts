import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { deathsUntilAlone } from '#platform/leases'
import type { ListedSetAside, SetAsideEvent } from '#platform/outbox'

const named = {
  maxLength: 100,
  description: 'A reader of the log, such as `invoices.follow_orders`.',
}

export const SetAsideFilterQuery = Type.Object({
  subscription: Type.Optional(Type.String({ ...named, pattern: '^[a-z][a-z_]*\\.[a-z][a-z_]*$' })),
})

/** Of any form: what is none of ours is not found. */
export const SetAsideParams = Type.Object({
  subscription: Type.String(named),
  eventId: Type.String({ maxLength: 64 }),
})

const facts = {
  subscription: Type.String({ description: 'Who could not record it.' }),
  eventId: Type.String(),
  type: Type.String(),
  companyId: Type.String(),
  line: Type.String({
    description: 'What is recorded in order: later events of the same line wait behind this one.',
  }),
  failures: Type.Integer({ description: 'None where it only waits behind another one.' }),
  lastError: Type.Optional(
    Type.String({
      description: 'What the last attempt met. `process_died`: it has killed the process.',
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
          'Left out where it waits behind another one of its line, and where it has killed the processes that recorded it (`process_died`): it is tried when an operator retries it.',
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
  subscription: 'invoices.follow_orders',
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
  'Why the event is discarded.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Why it need not be recorded, for whoever looks later.',
    }),
  },
  { examples: [{ note: 'The invoice was written by hand.' }] },
)
