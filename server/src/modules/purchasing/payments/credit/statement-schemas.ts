import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { creditEntryKinds, type StatementEntry } from './credit-entry-store.ts'

export const StatementEntryView = record(
  'StatementEntry',
  'An entry of the statement of a credit account.',
  {
    kind: Type.Enum([...creditEntryKinds], {
      description:
        'TAKEN: a purchase on credit. RELEASED: a cancellation, a return or a refund. REPAID: a repayment of the company. REVERSED: a repayment recorded by mistake was undone.',
    }),
    amount: withDescription(MoneyView, 'The amount, never below zero. `kind` gives its direction.'),
    balance: withDescription(
      MoneyView,
      'The used credit after the entry. Below zero: the company has a credit balance.',
    ),
    recordedAt: Type.String({ format: 'date-time' }),
    by: Type.Optional(
      Type.String({
        description:
          'Id of the buyer, or of the operator who recorded the entry. Absent if a cancellation, a return or a refund caused it, and for old repayments.',
      }),
    ),
    paymentId: Type.Optional(Type.String()),
    orderId: Type.Optional(Type.String()),
    repaymentId: Type.Optional(
      Type.String({ description: 'The repayment. Present for REPAID and REVERSED.' }),
    ),
    reversed: Type.Optional(
      Type.Boolean({ description: 'For REPAID: true if the repayment was undone later.' }),
    ),
    reference: Type.Optional(
      Type.String({ description: 'The reference of the bank, for a repayment.' }),
    ),
    reason: Type.Optional(Type.String({ description: 'The reason why the repayment was undone.' })),
  },
)

const eur = (amount: string) => ({ amount, currency: 'EUR' })

export const statementExamples: Static<typeof StatementEntryView>[] = [
  {
    kind: 'REVERSED',
    amount: eur('10000.00'),
    balance: eur('1250.00'),
    recordedAt: '2026-01-31T09:05:00.000Z',
    by: 'usr_01m7xb82dw3khw78phh28dvacd',
    repaymentId: 'crp_01m7xb82dw3khw78phh28dvacd',
    reason: 'Typed 10000.00 for 1000.00',
  },
  {
    kind: 'REPAID',
    amount: eur('10000.00'),
    balance: eur('-8750.00'),
    recordedAt: '2026-01-31T09:00:00.000Z',
    by: 'usr_01m7xb82dw3khw78phh28dvacd',
    repaymentId: 'crp_01m7xb82dw3khw78phh28dvacd',
    reversed: true,
    reference: 'SEPA 2026-01-31 4711',
  },
  {
    kind: 'TAKEN',
    amount: eur('1250.00'),
    balance: eur('1250.00'),
    recordedAt: '2026-01-02T03:04:05.000Z',
    by: 'usr_01m7x9v1c40e5rk2m8w3tq6znb',
    paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  },
]

export function viewStatementEntry(entry: StatementEntry): Static<typeof StatementEntryView> {
  const { kind, amount, balance, recordedAt, by, paymentId, orderId, repaymentId } = entry
  const { isReversed, reference, reason } = entry
  return {
    kind,
    amount: viewMoney(amount),
    balance: viewMoney(balance),
    recordedAt: recordedAt.toISOString(),
    ...(by && { by }),
    ...(paymentId && { paymentId }),
    ...(orderId && { orderId }),
    ...(repaymentId && { repaymentId }),
    ...(kind === 'REPAID' && { reversed: isReversed }),
    ...(reference && { reference }),
    ...(reason && { reason }),
  }
}
