import { Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { AddressView, addressExample } from '#modules/orders'
import { Reference, requestedReferences } from '#modules/orders/line-references'
import { UnitId } from '#modules/structure'
import { MoneyView } from '#platform/http'
import { scheduleUnits } from './schedule.ts'
import { linesMax } from './standing-order.ts'

const Day = Type.String({ format: 'date', maxLength: 10 })

export const StandingOrderParams = Type.Object({
  standingOrderId: Type.String({ maxLength: 64 }),
})

export const scheduleExample = {
  every: 2,
  unit: 'WEEK' as const,
  on: 1,
  from: '2026-12-01',
}

export const ScheduleView = record(
  'OrderSchedule',
  'The dates of a standing order. The first date is the first `on` from `from`; the others are counted from it. A date that is not a working day of your company moves to the next one.',
  {
    every: Type.Integer({
      minimum: 1,
      maximum: 52,
      description: 'Every so many weeks or months.',
    }),
    unit: Type.Enum([...scheduleUnits]),
    on: Type.Integer({
      minimum: 1,
      maximum: 31,
      description:
        'WEEK: the weekday, from 1 (Monday) to 7 (Sunday). MONTH: the day of the month; a month that is too short has its date on its last day.',
    }),
    from: withDescription(Day, 'No date is before this day.'),
    until: Type.Optional(
      withDescription(Day, 'No date is after this day. Default: until somebody ends it.'),
    ),
  },
  { examples: [scheduleExample] },
)

/** The day of a line would pass with the first date: `deliveryDays` says when goods are needed. */
const { requestedDate: _, ...undatedReferences } = requestedReferences

const line = {
  productId: Type.String({ minLength: 1, maxLength: 64 }),
  quantity: quantitySchema(),
  ...undatedReferences,
}

export const lineExample = { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 4 }

export const LineView = record(
  'StandingOrderLine',
  'A product that is ordered on each date, and how many of it.',
  line,
  { examples: [lineExample] },
)

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: oneLineWithText }),
  lines: Type.Array(LineView, { minItems: 1, maxItems: linesMax }),
  schedule: ScheduleView,
  shipTo: AddressView,
  maxTotal: withDescription(
    MoneyView,
    'The most that an order may cost, with tax and shipping cost. The orders are in its currency.',
  ),
  poNumber: Type.Optional(Reference),
  costCenter: Type.Optional(Reference),
  unitId: Type.Optional(
    withDescription(
      UnitId,
      'The unit for which it orders, one for which you can buy. Default of a new one: the unit for which you buy otherwise.',
    ),
  ),
  deliveryDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        'The requested day of each order is so many days after its date. Default: no order has a requested day.',
    }),
  ),
}

export const maxTotalExample = { amount: '250.00', currency: 'EUR' }

export const CreateStandingOrderBody = record(
  'CreateStandingOrder',
  'A new standing order: what to order, and on which dates.',
  {
    ...fields,
    payment: Type.Object(
      { method: Type.Enum(['invoice', 'card']) },
      { description: 'Net terms (`invoice`). A card is refused.' },
    ),
  },
  {
    examples: [
      {
        name: 'Coffee for the kitchens',
        lines: [lineExample],
        schedule: scheduleExample,
        shipTo: addressExample,
        maxTotal: maxTotalExample,
        payment: { method: 'invoice' as const },
      },
    ],
  },
)

export const ChangeStandingOrderBody = record(
  'ChangeStandingOrder',
  'The fields of a standing order that change.',
  {
    ...Type.Partial(Type.Object(fields)).properties,
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description:
          'The version that you have read. If the standing order has changed, the answer is a 409.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ lines: [lineExample], expectedVersion: 3 }] },
)

export const DateBody = record(
  'StandingOrderDate',
  'A date of the schedule.',
  {
    date: withDescription(
      Day,
      'As `nextDates` and the runs name it: the date before it moves to a working day.',
    ),
  },
  { examples: [{ date: '2026-12-14' }] },
)
