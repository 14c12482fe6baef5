import { type Static, type TSchema, Type } from 'typebox'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
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
    'INITIATED: not yet at the provider. PENDING: it waits for the payer. AUTHORIZED: the amount is held, or promised on net terms. SUCCEEDED: the amount is captured.',
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
      'The amount that was refunded outside the provider, such as by a bank transfer.',
    ),
  ),
  chargedBack: Type.Optional(
    withDescription(
      MoneyView,
      'The amount that the bank took back after the payer disputed the payment.',
    ),
  ),
  checkoutId: Type.Optional(Type.String()),
  orderId: Type.Optional(Type.String()),
  orderNumber: Type.Optional(
    Type.String({ description: 'The number of the order, when you read payments.' }),
  ),
  redirectUrl: Type.Optional(
    Type.String({ description: 'The address to which to send the payer. Present while PENDING.' }),
  ),
  failureReason: Type.Optional(
    Type.String({ description: 'The reason why the payment FAILED or was VOIDED.' }),
  ),
  dueOn: Type.Optional(
    Type.String({
      format: 'date',
      description:
        'On net terms, when you read payments: the due date of its first open invoice. Absent if no open amount was invoiced, because an amount is due only after it is invoiced.',
    }),
  ),
  owed: Type.Optional(
    Type.Object(
      { open: MoneyView, repaid: MoneyView, overdue: Type.Boolean() },
      {
        description:
          'On net terms, when you read payments: the amount that is still open, and the amount that the company has repaid. A repayment covers the debt that is due first. `overdue`: an open amount is past its due date.',
      },
    ),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The time until which the payer can pay by card.',
    }),
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
    record('RefundForSupplier', 'The supplier of the part that is refunded.', {
      supplierId: Type.String({ minLength: 1, maxLength: 64 }),
    }),
  ],
  { description: 'The subject of the refund: a line of the order, or the part of one supplier.' },
)

const refundFields = {
  id: Type.String(),
  paymentId: Type.String(),
  state: Type.Enum(['PENDING', 'SUCCEEDED', 'FAILED'], {
    description:
      'PENDING: the amount is reserved for the refund, and the service asks the provider until it answers.',
  }),
  way: Type.Enum([...refundWays], {
    description:
      'OTHERWISE: an operator refunded it outside the provider, such as by a bank transfer.',
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
        description: 'Absent in old orders: their invoices have no due dates.',
      }),
    ),
    invoiceNumber: Type.Optional(Type.String()),
    dueOn: Type.String({ format: 'date' }),
    amount: withDescription(MoneyView, 'The amount of the invoice, less its credit notes.'),
    open: MoneyView,
  },
)

/** A refund, and the payment after it. */
export const RefundAnswerView = record(
  'RefundWithPayment',
  'The refund, and the payment after it.',
  { ...refundFields, payment: PaymentView },
  { examples: [{ ...refundExample, payment: paymentExample }] },
)

const LedgerEntryView = record('PaymentLedgerEntry', 'An amount in the ledger of a payment.', {
  kind: Type.Enum([...ledgerKinds], {
    description:
      'RAISED: more was promised on net terms, because the order costs more. REINSTATED: the provider captured an amount that it had released before, so that part of the release is undone. PAID_OUT: the amount was refunded outside the provider. CHARGED_BACK: the bank of the payer took the amount back. CHARGE_RETURNED: the bank decided otherwise and returned the amount to the seller.',
  }),
  amount: MoneyView,
  refundId: Type.Optional(Type.String()),
  recordedAt: Type.String({ format: 'date-time' }),
})

const DisputeView = record('Dispute', 'A dispute of the payer about a payment.', {
  reference: Type.String({ description: 'The id of the dispute at the provider.' }),
  state: Type.Enum([...disputeStates], {
    description:
      'OPEN: the bank has not decided. WON: the seller keeps the money. LOST: the bank took the money. A bank can change its decision, for either side.',
  }),
  amount: MoneyView,
  reason: Type.String({ description: 'The reason in the words of the provider.' }),
  answerBy: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The time until which the provider accepts evidence against the dispute.',
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
        'On net terms: amounts with a due date, the earliest first, at most 100. Repayments cover the first of them.',
    }),
    refunds: Type.Array(RefundView, { description: 'Oldest first, at most 100.' }),
    disputes: Type.Array(DisputeView, { description: 'Oldest first, at most 100.' }),
    ledger: Type.Array(LedgerEntryView, {
      description: 'Every movement of its money, oldest first. Entries never change.',
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

/** The body may be omitted if all of its fields are optional. */
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

/** The amount that the client named. Undefined: the whole amount. */
export function readAmount(view: Static<typeof MoneyView> | undefined): Money | undefined {
  if (!view) return undefined
  const amount = isCurrency(view.currency) ? parseMoney(view.amount, view.currency) : undefined
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid')
  return amount
}

/** The payment with its debt, if it is on net terms. */
export function viewOwingPayment(owing: OwingPayment): Static<typeof PaymentView> {
  const { payment, debt, orderNumber } = owing
  const shown = { ...viewPayment(payment), ...(orderNumber && { orderNumber }) }
  if (!debt) return shown
  const { repaid, dueOn, isOverdue: overdue } = debt
  return {
    ...shown,
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
