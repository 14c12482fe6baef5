import { type Static, type TSchema, Type } from 'typebox'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import { record, withDescription } from '#kernel/record'
import { MoneyView, PageQuery, viewMoney } from '#platform/http'
import { type Due, type OwingPayment, openOf } from './credit/debt.ts'
import { fail } from './failures.ts'
import {
  type BookedEntry,
  type Dispute,
  disputeStates,
  ledgerKinds,
  type Payment,
  paymentMethods,
  paymentStates,
  type Refund,
  refundWays,
} from './payment.ts'
import type { RefundAnswer } from './refunds/refund-payment.ts'

const paymentExample = {
  id: 'pay_01m7xb82dw3khw78phh28dvacd',
  state: 'SUCCEEDED',
  method: 'card',
  provider: 'sandbox',
  amount: { amount: '12.50', currency: 'EUR' },
  captured: { amount: '12.50', currency: 'EUR' },
  refunded: { amount: '0.00', currency: 'EUR' },
  refunding: { amount: '0.00', currency: 'EUR' },
  checkoutId: 'chk_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-02T03:19:05.000Z',
  version: 3,
}

export const PaymentState = Type.Enum([...paymentStates], {
  description:
    'INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.',
})

const paymentFields = {
  id: Type.String(),
  state: PaymentState,
  method: Type.Enum([...paymentMethods]),
  provider: Type.String(),
  amount: MoneyView,
  captured: MoneyView,
  refunded: MoneyView,
  refunding: MoneyView,
  paidOut: Type.Optional(
    withDescription(
      MoneyView,
      'Went back by another way than the provider, such as a bank transfer.',
    ),
  ),
  chargedBack: Type.Optional(
    withDescription(
      MoneyView,
      'Taken back by the bank of the payer, who had disputed the payment.',
    ),
  ),
  checkoutId: Type.Optional(Type.String()),
  orderId: Type.Optional(Type.String()),
  redirectUrl: Type.Optional(
    Type.String({ description: 'While PENDING: where to send the payer.' }),
  ),
  failureReason: Type.Optional(Type.String({ description: 'Why it FAILED or was VOIDED.' })),
  dueOn: Type.Optional(
    Type.String({
      format: 'date',
      description:
        'Net terms, where payments are read: when the first of its invoices that is open is to be paid. Absent while nothing that is open was invoiced: what is not invoiced is not due.',
    }),
  ),
  owed: Type.Optional(
    Type.Object(
      { open: MoneyView, repaid: MoneyView, overdue: Type.Boolean() },
      {
        description:
          'Net terms, where payments are read: what of it is still to be paid, and what the company has paid of it. What comes in goes to what is due first. `overdue`: something of it is open after its day.',
      },
    ),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Until when the payer may pay by card.' }),
  ),
  version: Type.Integer(),
}

export const PaymentView = record(
  'Payment',
  'A payment: its state and its amounts.',
  paymentFields,
  { examples: [paymentExample] },
)

/** A line of the order, or a supplier's part of it. */
export const RefundPurposeView = Type.Union(
  [
    record('RefundForLine', 'The line of the order that the refund is for.', {
      lineNumber: Type.Integer({ minimum: 1, maximum: 100_000 }),
    }),
    record('RefundForSupplier', 'The supplier whose part the refund is for.', {
      supplierId: Type.String({ minLength: 1, maxLength: 64 }),
    }),
  ],
  { description: 'What the refund is for: a line of the order, or the part of one supplier.' },
)

const refundFields = {
  id: Type.String(),
  paymentId: Type.String(),
  state: Type.Enum(['PENDING', 'SUCCEEDED', 'FAILED'], {
    description: 'PENDING: the amount is held for it, and the provider is asked until it answers.',
  }),
  way: Type.Enum([...refundWays], {
    description: 'OTHERWISE: paid back by an operator, such as by a bank transfer.',
  }),
  amount: MoneyView,
  reason: Type.Optional(Type.String()),
  for: Type.Optional(RefundPurposeView),
  failureReason: Type.Optional(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  settledAt: Type.Optional(Type.String({ format: 'date-time' })),
}

export const refundExample = {
  id: 'rfd_01m7xb82dw3khw78phh28dvacd',
  paymentId: paymentExample.id,
  state: 'SUCCEEDED',
  way: 'PROVIDER',
  amount: { amount: '2.50', currency: 'EUR' },
  reason: 'One piece was damaged.',
  createdAt: '2026-01-03T03:04:05.000Z',
  settledAt: '2026-01-03T03:04:06.000Z',
}

export const RefundView = record('Refund', 'A refund of a payment.', refundFields)

export const dueExample = {
  invoiceId: 'inv_01m7xb82dw3khw78phh28dvacd',
  invoiceNumber: 'INV-2026-000042',
  dueOn: '2026-01-31',
  amount: { amount: '1000.00', currency: 'EUR' },
  open: { amount: '750.00', currency: 'EUR' },
}

export const DueView = record(
  'PaymentDue',
  'An invoice of a payment on net terms, and when it is due.',
  {
    invoiceId: Type.Optional(
      Type.String({
        description: 'Absent in orders from before each invoice had a day of its own.',
      }),
    ),
    invoiceNumber: Type.Optional(Type.String()),
    dueOn: Type.String({ format: 'date' }),
    amount: withDescription(MoneyView, 'Of the invoice, less what credit notes took back of it.'),
    open: MoneyView,
  },
)

/** A refund and what it made of its payment. */
export const RefundAnswerView = record(
  'RefundWithPayment',
  'The refund, and the payment after it.',
  { ...refundFields, payment: PaymentView },
  { examples: [{ ...refundExample, payment: paymentExample }] },
)

const LedgerEntryView = record('PaymentLedgerEntry', 'An amount in the ledger of a payment.', {
  kind: Type.Enum([...ledgerKinds], {
    description:
      'REINSTATED: the provider took what it had released before; so much of the release is taken back. PAID_OUT: went back by another way than the provider. CHARGED_BACK: taken back by the bank of the payer. CHARGE_RETURNED: and given back to the seller, when the bank decided otherwise.',
  }),
  amount: MoneyView,
  refundId: Type.Optional(Type.String()),
  recordedAt: Type.String({ format: 'date-time' }),
})

const DisputeView = record('Dispute', 'A dispute of the payer about a payment.', {
  reference: Type.String({ description: 'Its name at the provider.' }),
  state: Type.Enum([...disputeStates], {
    description:
      'OPEN: the bank has yet to decide. WON: the money stays. LOST: the bank took it. Banks may decide once more, for either side.',
  }),
  amount: MoneyView,
  reason: Type.String({ description: 'In the words of the provider.' }),
  answerBy: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until when the provider takes what speaks against it.',
    }),
  ),
  openedAt: Type.String({ format: 'date-time' }),
  closedAt: Type.Optional(Type.String({ format: 'date-time' })),
})

export const PaymentDetailView = record(
  'PaymentDetail',
  'A payment with its dues, refunds, disputes and ledger.',
  {
    ...paymentFields,
    dues: Type.Array(DueView, {
      description:
        'Net terms: what has a day, the first to fall due first, at most 100. What is repaid covers the first of them.',
    }),
    refunds: Type.Array(RefundView, { description: 'Oldest first, at most 100.' }),
    disputes: Type.Array(DisputeView, { description: 'Oldest first, at most 100.' }),
    ledger: Type.Array(LedgerEntryView, {
      description: 'Every movement of its money, oldest first. Nothing in it ever changes.',
    }),
  },
  {
    examples: [
      {
        ...paymentExample,
        dues: [],
        refunds: [],
        disputes: [],
        ledger: [
          {
            kind: 'CAPTURED',
            amount: paymentExample.amount,
            recordedAt: '2026-01-02T03:04:35.000Z',
          },
        ],
      },
    ],
  },
)

export const PaymentParams = Type.Object({ paymentId: Type.String({ maxLength: 64 }) })

export const ListPaymentsQuery = Type.Object({
  ...PageQuery.properties,
  overdue: Type.Optional(
    Type.Boolean({
      description: 'Those on net terms alone of which something is open after its day.',
    }),
  ),
  state: Type.Optional(PaymentState),
  // An empty one would otherwise be the filter that finds everything.
  orderId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  checkoutId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})

/** A body may be left out where everything in it may be. */
const orNothing = <Schema extends TSchema>(schema: Schema, example: object) =>
  Type.Optional(Type.Union([schema, Type.Null()], { examples: [example] }))

export const CaptureBody = orNothing(
  record('CapturePayment', 'The amount to capture.', { amount: Type.Optional(MoneyView) }),
  {
    amount: paymentExample.amount,
  },
)

export const RefundBody = orNothing(
  record('RefundPayment', 'The amount to refund, why, and what for.', {
    amount: Type.Optional(MoneyView),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    for: Type.Optional(RefundPurposeView),
  }),
  {
    amount: { amount: '2.50', currency: 'EUR' },
    reason: 'One piece was damaged.',
    for: { lineNumber: 1 },
  },
)

/** The amount a client named, or undefined for all of it. */
export function readAmount(view: Static<typeof MoneyView> | undefined): Money | undefined {
  if (!view) return undefined
  const amount = isCurrency(view.currency) ? parseMoney(view.amount, view.currency) : undefined
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid')
  return amount
}

/** With what it owes, where it is on net terms. */
export function viewOwingPayment({ payment, debt }: OwingPayment): Static<typeof PaymentView> {
  if (!debt) return viewPayment(payment)
  const { repaid, dueOn, isOverdue: overdue } = debt
  return {
    ...viewPayment(payment),
    ...(dueOn && { dueOn }),
    owed: { open: viewMoney(openOf(debt)), repaid: viewMoney(repaid), overdue },
  }
}

export function viewPayment(payment: Payment): Static<typeof PaymentView> {
  const { redirectUrl, failureReason, dueOn, checkoutId, orderId, expiresAt } = payment
  return {
    id: payment.id,
    state: payment.state,
    method: payment.method,
    provider: payment.provider,
    amount: viewMoney(payment.amount),
    captured: viewMoney(payment.captured),
    refunded: viewMoney(payment.refunded),
    refunding: viewMoney(payment.refunding),
    ...(payment.paidOut.amountMinor > 0n && { paidOut: viewMoney(payment.paidOut) }),
    ...(payment.chargedBack.amountMinor > 0n && { chargedBack: viewMoney(payment.chargedBack) }),
    ...(checkoutId && { checkoutId }),
    ...(orderId && { orderId }),
    ...(payment.state === 'PENDING' && redirectUrl && { redirectUrl }),
    ...(failureReason && { failureReason }),
    ...(dueOn && { dueOn }),
    createdAt: payment.createdAt.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    version: payment.version,
  }
}

export type PaymentHistory = {
  readonly dues: readonly Due[]
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
  readonly ledger: readonly BookedEntry[]
}

export function viewPaymentDetail(
  payment: OwingPayment,
  { dues, refunds, disputes, ledger }: PaymentHistory,
): Static<typeof PaymentDetailView> {
  return {
    ...viewOwingPayment(payment),
    dues: dues.map(viewDue),
    refunds: refunds.map(viewRefund),
    disputes: disputes.map(viewDispute),
    ledger: ledger.map(({ kind, amount, refundId, recordedAt }) => ({
      kind,
      amount: viewMoney(amount),
      ...(refundId && { refundId }),
      recordedAt: recordedAt.toISOString(),
    })),
  }
}

export function viewDue({ invoice, dueOn, amount, open }: Due): Static<typeof DueView> {
  return {
    ...(invoice && { invoiceId: invoice.id, invoiceNumber: invoice.number }),
    dueOn,
    amount: viewMoney(amount),
    open: viewMoney(open),
  }
}

function viewDispute(dispute: Dispute): Static<typeof DisputeView> {
  const { reference, state, amount, reason, answerBy, openedAt, closedAt } = dispute
  return {
    reference,
    state,
    amount: viewMoney(amount),
    reason,
    ...(answerBy && { answerBy: answerBy.toISOString() }),
    openedAt: openedAt.toISOString(),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  }
}

export function viewRefundAnswer({ refund, payment }: RefundAnswer) {
  return { ...viewRefund(refund), payment: viewPayment(payment) }
}

export function viewRefund(refund: Refund): Static<typeof RefundView> {
  const { id, paymentId, state, way, amount, reason, failureReason, createdAt, settledAt } = refund
  return {
    id,
    paymentId,
    state,
    way,
    amount: viewMoney(amount),
    ...(reason && { reason }),
    ...(refund.purpose && { for: refund.purpose }),
    ...(failureReason && { failureReason }),
    createdAt: createdAt.toISOString(),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
  }
}
