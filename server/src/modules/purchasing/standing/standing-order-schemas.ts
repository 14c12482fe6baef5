import { type Static, Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import { writeQuantity } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { AddressView, addressExample, viewAddress } from '#modules/orders'
import { MoneyView, viewMoney } from '#platform/http'
import { failureSentence } from '#platform/texts'
import {
  type Run,
  runStates,
  type StandingOrder,
  skipReasons,
  standingOrderStates,
  stateReasons,
} from './standing-order.ts'
import {
  LineView,
  lineExample,
  maxTotalExample,
  ScheduleView,
  scheduleExample,
} from './standing-order-bodies.ts'
import type { NextDate } from './working-dates.ts'

const Instant = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
export const StateName = Type.Enum([...standingOrderStates])
export const RunStateName = Type.Enum([...runStates])

const headFields = {
  id: Type.String(),
  name: Type.String(),
  state: StateName,
  reason: Type.Optional(
    Type.Enum([...stateReasons], { description: 'Why it is paused or has ended.' }),
  ),
  ownerId: Type.String({ description: 'The person in whose name the orders are placed.' }),
  unitId: Type.Optional(
    Type.String({
      description:
        'The unit for which it orders. Absent: the one for which its owner buys on the day.',
    }),
  ),
  schedule: ScheduleView,
  maxTotal: MoneyView,
  createdAt: Instant,
  changedAt: Instant,
  version: Type.Integer(),
}

const headExample = {
  id: 'sto_01m7xb82dw3khw78phh28dvacd',
  name: 'Coffee for the kitchens',
  state: 'ACTIVE' as const,
  ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  schedule: scheduleExample,
  maxTotal: maxTotalExample,
  createdAt: '2026-11-20T03:04:05.000Z',
  changedAt: '2026-11-20T03:04:05.000Z',
  version: 1,
}

export const StandingOrderSummaryView = record(
  'StandingOrderSummary',
  'A standing order, with the name of its owner and the number of its lines.',
  {
    ...headFields,
    ownerName: Type.Optional(Type.String()),
    lineCount: Type.Integer(),
    nextDate: Type.Optional(
      withDescription(Day, 'The next date of the schedule, before it moves to a working day.'),
    ),
  },
  {
    examples: [{ ...headExample, ownerName: 'Anna Smith', lineCount: 1, nextDate: '2026-12-07' }],
  },
)

const NextDateView = record(
  'StandingOrderNextDate',
  'A date that becomes an order.',
  { date: Day, placedOn: withDescription(Day, 'The working day on which it is placed.') },
  { examples: [{ date: '2026-12-26', placedOn: '2026-12-28' }] },
)

export const StandingOrderView = record(
  'StandingOrder',
  'What is ordered again and again, and on which dates.',
  {
    ...headFields,
    lines: Type.Array(LineView),
    shipTo: AddressView,
    payment: Type.Object({ method: Type.Enum(['invoice']) }),
    poNumber: Type.Optional(Type.String()),
    costCenter: Type.Optional(Type.String()),
    deliveryDays: Type.Optional(Type.Integer()),
    nextDates: Type.Array(NextDateView, {
      description:
        'At most the next five, by the calendar of your company as it is now. Empty while it is paused.',
    }),
  },
  {
    examples: [
      {
        ...headExample,
        lines: [lineExample],
        shipTo: addressExample,
        payment: { method: 'invoice' as const },
        nextDates: [{ date: '2026-12-07', placedOn: '2026-12-07' }],
      },
    ],
  },
)

const RefusalView = record(
  'StandingOrderRefusal',
  'The failure that refused an order, as placing it by hand would have returned it.',
  {
    code: Type.String(),
    message: Type.String({ description: 'In your language.' }),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
)

export const RunView = record(
  'StandingOrderRun',
  'A date of a standing order, and what became of it.',
  {
    date: withDescription(Day, 'The date of the schedule, before it moves to a working day.'),
    state: Type.Enum([...runStates], {
      description:
        'DUE: not tried yet. FAILED: refused, and tried again on `nextTryOn`. PLACED: it is an order. SKIPPED: it becomes no order.',
    }),
    nextTryOn: Type.Optional(Day),
    tries: Type.Integer(),
    reason: Type.Optional(
      Type.Enum([...skipReasons], {
        description:
          'Why it is skipped. REFUSED: on its day and on three working days more. MISSED: nobody could try it in time. ENDED: the standing order ended.',
      }),
    ),
    failure: Type.Optional(RefusalView),
    orderId: Type.Optional(Type.String()),
    orderNumber: Type.Optional(Type.String()),
    changedAt: Instant,
  },
  {
    examples: [
      {
        date: '2026-12-07',
        state: 'PLACED',
        tries: 1,
        orderId: 'ord_01m7xb80j6g1r3x9n5w7d0sveb',
        orderNumber: 'PO-2026-000123',
        changedAt: '2026-12-07T05:00:01.000Z',
      },
    ],
  },
)

function viewHead(standingOrder: StandingOrder) {
  const { id, name, state, reason, ownerId, unitId, schedule, maxTotal, version } = standingOrder
  const { until, ...dates } = schedule
  return {
    id,
    name,
    state,
    ...(reason !== undefined && { reason }),
    ownerId,
    ...(unitId !== undefined && { unitId }),
    schedule: { ...dates, ...(until !== undefined && { until }) },
    maxTotal: viewMoney(maxTotal),
    createdAt: standingOrder.createdAt.toISOString(),
    changedAt: standingOrder.changedAt.toISOString(),
    version,
  }
}

export function viewSummary(
  standingOrder: StandingOrder,
  ownerName: string | undefined,
): Static<typeof StandingOrderSummaryView> {
  const { nextDate, state, lines } = standingOrder
  return {
    ...viewHead(standingOrder),
    ...(ownerName !== undefined && { ownerName }),
    lineCount: lines.length,
    ...(nextDate !== undefined && state === 'ACTIVE' && { nextDate }),
  }
}

export function viewStandingOrder(
  standingOrder: StandingOrder,
  nextDates: readonly NextDate[],
): Static<typeof StandingOrderView> {
  const { lines, shipTo, poNumber, costCenter, deliveryDays } = standingOrder
  return {
    ...viewHead(standingOrder),
    lines: lines.map(writeQuantity) as Static<typeof LineView>[],
    shipTo: viewAddress(shipTo),
    payment: { method: 'invoice' },
    ...(poNumber !== undefined && { poNumber }),
    ...(costCenter !== undefined && { costCenter }),
    ...(deliveryDays !== undefined && { deliveryDays }),
    nextDates: [...nextDates],
  }
}

export function viewRun(run: Run, locale: Locale): Static<typeof RunView> {
  const { date, state, tryOn, tries, reason, failure, order } = run
  return {
    date,
    state,
    ...(state === 'FAILED' && { nextTryOn: tryOn }),
    tries,
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: { ...failure, message: failureSentence(failure, locale).text } }),
    ...(order && { orderId: order.id, orderNumber: order.number }),
    changedAt: run.changedAt.toISOString(),
  }
}
