import { type TObject, Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
import type { Run, StandingOrder } from './standing-order.ts'
import { skipReasons, stateReasons } from './standing-order.ts'

const facts = { version: 1, entity: 'standing_order', public: true } as const

const ofAll = {
  standingOrderId: Type.String(),
  ownerId: Type.String({ description: 'The person in whose name the orders are placed.' }),
}
const ofRun = {
  ...ofAll,
  date: Type.String({
    format: 'date',
    description: 'The date of the schedule, before it moves to a working day.',
  }),
}
const described = <Data extends TObject>(data: Data, description: string) => ({
  ...data,
  description,
})

const example = {
  standingOrderId: 'sto_01m7xb82dw3khw78phh28dvacd',
  ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
}
const runExample = { ...example, date: '2026-12-01' }

export const StandingOrderPlaced = defineEvent({
  ...facts,
  type: 'standing_order.placed',
  data: described(
    Type.Object({
      ...ofRun,
      orderId: Type.String(),
      orderNumber: Type.String(),
      orderState: Type.String({
        description: 'PENDING_APPROVAL: the order waits for its approval.',
      }),
    }),
    'The order of a date is placed.',
  ),
  example: {
    ...runExample,
    orderId: 'ord_01m7xb80j6g1r3x9n5w7d0sveb',
    orderNumber: 'PO-2026-000123',
    orderState: 'PLACED',
  },
})

export const StandingOrderFailed = defineEvent({
  ...facts,
  type: 'standing_order.failed',
  data: described(
    Type.Object({
      ...ofRun,
      code: Type.String({ description: 'The failure code that refused the order.' }),
      nextTryOn: Type.String({
        format: 'date',
        description: 'The working day on which it is tried again.',
      }),
    }),
    'The order of a date was refused. It is tried again.',
  ),
  example: { ...runExample, code: 'checkout.stock_short', nextTryOn: '2026-12-02' },
})

export const StandingOrderSkipped = defineEvent({
  ...facts,
  type: 'standing_order.skipped',
  data: described(
    Type.Object({
      ...ofRun,
      reason: Type.Enum([...skipReasons]),
      code: Type.Optional(
        Type.String({ description: 'The failure code that refused the order last.' }),
      ),
    }),
    'A date becomes no order: somebody skipped it, it was refused on each of its days, nobody could try it, or the standing order ended.',
  ),
  example: { ...runExample, reason: 'REFUSED', code: 'checkout.stock_short' },
})

export const StandingOrderPaused = defineEvent({
  ...facts,
  type: 'standing_order.paused',
  data: described(
    Type.Object({ ...ofAll, reason: Type.Enum([...stateReasons]) }),
    'A standing order is paused: by request, or because its owner has left the company or may no longer pay.',
  ),
  example: { ...example, reason: 'OWNER_LEFT' },
})

export const StandingOrderEnded = defineEvent({
  ...facts,
  type: 'standing_order.ended',
  data: described(
    Type.Object({ ...ofAll, reason: Type.Enum([...stateReasons]) }),
    'A standing order has ended: by request, or because its last date is over.',
  ),
  example: { ...example, reason: 'SCHEDULE_OVER' },
})

export const standingOrderEvents = [
  StandingOrderPlaced,
  StandingOrderFailed,
  StandingOrderSkipped,
  StandingOrderPaused,
  StandingOrderEnded,
]

/** What the events of a standing order say of it. */
export function about({ companyId, id, version, changedAt }: StandingOrder) {
  return { companyId, entityId: id, entityVersion: version, occurredAt: changedAt }
}

export const dataOf = ({ id, ownerId }: StandingOrder) => ({ standingOrderId: id, ownerId })

export const dataOfRun = (standingOrder: StandingOrder, { date }: Run) => ({
  ...dataOf(standingOrder),
  date,
})
