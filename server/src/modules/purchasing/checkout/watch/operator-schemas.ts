import { Type } from 'typebox'
import { record } from '#kernel/record'
import { paymentStates } from '#modules/payments'
import { MoneyView, viewMoney } from '#platform/http'
import { nextActions } from './next-step.ts'
import type { Baseline, Period, ReportEntry } from './report.ts'

const Instant = Type.String({ format: 'date-time' })
const LiveStateName = Type.Enum(['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'])

export const ReportEntryView = record(
  'CheckoutReportEntry',
  'A checkout of any company, as operators see it.',
  {
    checkoutId: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    state: LiveStateName,
    ageSeconds: Type.Integer({ description: 'Seconds since the checkout entered this state.' }),
    stuck: Type.Boolean(),
    total: MoneyView,
    createdAt: Instant,
    reservedUntil: Instant,
    paymentId: Type.Optional(Type.String()),
    paymentState: Type.Optional(Type.Enum([...paymentStates])),
    lastError: Type.Optional(
      Type.String({ description: 'The error that the sweeper met in its last check.' }),
    ),
    next: Type.Object(
      {
        action: Type.Enum([...nextActions], {
          description:
            'complete_order: its payment is certain. give_up: its payment has ended, so the stock and the cart are released. cancel_payment: nobody has paid in time.',
        }),
        at: Instant,
      },
      { description: 'The next action of the sweeper, if nothing else happens before.' },
    ),
  },
  {
    examples: [
      {
        checkoutId: 'chk_01m7xb7z3h5d0q2w8m4v6c9rta',
        companyId: 'co_01m7xb82dw3khw78phh28dvacd',
        companyName: 'Example GmbH',
        state: 'PAYMENT_INITIATED_CART_RECONCILING',
        ageSeconds: 340,
        stuck: true,
        total: { amount: '10.00', currency: 'EUR' },
        createdAt: '2026-01-02T03:04:05.000Z',
        reservedUntil: '2026-01-02T03:19:05.000Z',
        paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
        paymentState: 'PENDING',
        next: { action: 'ask_payment_provider', at: '2026-01-02T03:10:05.000Z' },
      },
    ],
  },
)

const AliveView = record('OpenCheckouts', 'The open checkouts of one state.', {
  count: Type.Integer(),
  stuck: Type.Integer(),
  oldestSeconds: Type.Number(),
})

const Rate = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The share of all checkouts that ended. Absent if none ended.',
  }),
)
const Seconds = Type.Optional(
  Type.Number({
    description: 'Seconds from the reservation to the order. Absent if there was no order.',
  }),
)

const PeriodView = record('CheckoutPeriod', 'The results of the checkouts of a period.', {
  ended: Type.Integer(),
  completed: Type.Integer(),
  expired: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  expiryRate: Rate,
  failureRate: Rate,
  completionP50Seconds: Seconds,
  completionP95Seconds: Seconds,
})

const periodExample = {
  ended: 20,
  completed: 17,
  expired: 2,
  failed: 1,
  cancelled: 0,
  expiryRate: 0.1,
  failureRate: 0.05,
  completionP50Seconds: 41.2,
  completionP95Seconds: 180.5,
}

export const BaselineView = record(
  'CheckoutBaseline',
  'The number of open checkouts, and the results of those of the last day and week.',
  {
    thresholdsSeconds: Type.Object({
      RESERVED: Type.Integer(),
      PAYMENT_INITIATED_CART_RECONCILING: Type.Integer(),
    }),
    alive: Type.Object({
      RESERVED: AliveView,
      PAYMENT_INITIATED_CART_RECONCILING: AliveView,
    }),
    last24h: PeriodView,
    last7d: PeriodView,
  },
  {
    examples: [
      {
        thresholdsSeconds: { RESERVED: 120, PAYMENT_INITIATED_CART_RECONCILING: 300 },
        alive: {
          RESERVED: { count: 2, stuck: 0, oldestSeconds: 31 },
          PAYMENT_INITIATED_CART_RECONCILING: { count: 1, stuck: 1, oldestSeconds: 340 },
        },
        last24h: periodExample,
        last7d: periodExample,
      },
    ],
  },
)

export function viewReportEntry(entry: ReportEntry): Type.Static<typeof ReportEntryView> {
  const { id, companyId, state, ageSeconds, stuck, paymentId, lastError, next } = entry
  return {
    checkoutId: id,
    companyId,
    ...(entry.companyName === undefined ? {} : { companyName: entry.companyName }),
    state,
    ageSeconds,
    stuck,
    total: viewMoney(entry.total),
    createdAt: entry.createdAt.toISOString(),
    reservedUntil: entry.reservedUntil.toISOString(),
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(entry.paymentState === undefined ? {} : { paymentState: entry.paymentState }),
    ...(lastError === undefined ? {} : { lastError }),
    next: { action: next.action, at: next.at.toISOString() },
  }
}

export function viewBaseline(baseline: Baseline): Type.Static<typeof BaselineView> {
  return {
    ...baseline,
    last24h: viewPeriod(baseline.last24h),
    last7d: viewPeriod(baseline.last7d),
  }
}

function viewPeriod(period: Period): Type.Static<typeof PeriodView> {
  const { expiryRate, failureRate, completionP50, completionP95, ...counts } = period
  return {
    ...counts,
    ...(expiryRate === undefined ? {} : { expiryRate }),
    ...(failureRate === undefined ? {} : { failureRate }),
    ...(completionP50 === undefined ? {} : { completionP50Seconds: completionP50 }),
    ...(completionP95 === undefined ? {} : { completionP95Seconds: completionP95 }),
  }
}
