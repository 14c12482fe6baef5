import { type Static, Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { isCurrency, type Money, money, parseMoney } from '#kernel/money'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { fail } from '../failures.ts'
import { availableOf } from '../offered-methods.ts'
import { DueView, dueExample, viewDue } from '../schemas.ts'
import type { CreditAccount } from './credit-account-store.ts'
import { type OverduePayment, openOf } from './debt.ts'
import type { Overdue } from './owed-debt-store.ts'

const Currency = Type.String({ pattern: currencyForm, maxLength: 3 })
const State = Type.Enum(['OPEN', 'SUSPENDED'], {
  description: 'SUSPENDED: the company cannot buy on credit. Its debt stays.',
})

const example = {
  currency: 'EUR',
  state: 'OPEN',
  limit: { amount: '10000.00', currency: 'EUR' },
  used: { amount: '1250.00', currency: 'EUR' },
  available: { amount: '8750.00', currency: 'EUR' },
  netDays: 30,
}

export const CompanyParams = Type.Object({ companyId: Type.String({ maxLength: 64 }) })
export const CurrencyParams = Type.Object({ currency: Currency })
export const AccountParams = Type.Object({ ...CompanyParams.properties, currency: Currency })
export const RepaymentParams = Type.Object({
  ...AccountParams.properties,
  repaymentId: Type.String({ maxLength: 64 }),
})

export const CreditTermsBody = record(
  'SetCreditTerms',
  'The credit limit of a company, and its days to pay.',
  {
    limit: withDescription(MoneyView, 'The credit limit, in the currency of the account.'),
    netDays: Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        'Days from the date of an invoice until it is due. It applies to purchases from now on.',
    }),
    state: Type.Optional(State),
  },
  { examples: [{ limit: { amount: '10000.00', currency: 'EUR' }, netDays: 30, state: 'OPEN' }] },
)

export const RepaymentBody = record(
  'RecordRepayment',
  'A repayment that was received from a company.',
  {
    amount: withDescription(MoneyView, 'The received amount, in the currency of the account.'),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z0-9 ._/-]+$',
        description: 'The reference of the bank. The statement and the audit log show it.',
      }),
    ),
    acceptOverpayment: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Confirms that the company really paid more than it owes. The rest stays as its credit balance. Without this an overpayment is refused.',
      }),
    ),
  },
  {
    examples: [
      { amount: { amount: '1250.00', currency: 'EUR' }, reference: 'SEPA 2026-01-31 4711' },
    ],
  },
)

export const ReversalBody = record(
  'ReverseRepayment',
  'A note on why the repayment is reversed.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[ .,:;()_/-]*[A-Za-z0-9][A-Za-z0-9 .,:;()_/-]*$',
      description:
        'The reason, without names of people. The statement, which the company reads, and the audit log keep it for good.',
    }),
  },
  { examples: [{ reason: 'Typed 10000.00 for 1000.00' }] },
)

const accountFields = {
  currency: Type.String(),
  state: State,
  limit: MoneyView,
  used: withDescription(
    MoneyView,
    'Promised and charged, and not repaid. Below zero: the company is owed money.',
  ),
  available: withDescription(
    MoneyView,
    'The amount that the company can still buy on credit. Never below zero.',
  ),
  netDays: Type.Integer(),
  overdue: Type.Optional(
    Type.Object(
      {
        count: Type.Integer(),
        amount: MoneyView,
        oldestDueOn: Type.String({ format: 'date' }),
      },
      {
        description:
          'The number of overdue payments and their overdue amount, in lists of accounts. Absent if there are none.',
      },
    ),
  ),
}

export const CreditAccountView = record(
  'CreditAccount',
  'The credit account of a company in one currency.',
  accountFields,
  { examples: [example] },
)

const repaymentExample = 'crp_01m7xb82dw3khw78phh28dvacd'

/** The account after a repayment, and the id of the repayment. */
export const NotedRepaymentView = record(
  'CreditAccountWithRepayment',
  'The credit account after the repayment.',
  { ...accountFields, repaymentId: Type.String() },
  { examples: [{ ...example, repaymentId: repaymentExample }] },
)

export const OverdueView = record('OverduePayment', 'A payment on net terms that is overdue.', {
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  paymentId: Type.String(),
  orderId: Type.Optional(Type.String()),
  dueOn: Type.String({ format: 'date', description: 'The earliest due date that has passed.' }),
  owed: withDescription(MoneyView, 'The whole debt of the payment.'),
  repaid: MoneyView,
  open: withDescription(MoneyView, 'The open part of the debt, due or not.'),
  overdue: withDescription(MoneyView, 'The open amount that is past its due date.'),
  dues: Type.Array(DueView, { description: 'The overdue invoices, oldest first, at most 100.' }),
})

export const overdueExample = {
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  dueOn: '2026-01-31',
  owed: { amount: '1250.00', currency: 'EUR' },
  repaid: { amount: '250.00', currency: 'EUR' },
  open: { amount: '1000.00', currency: 'EUR' },
  overdue: dueExample.open,
  dues: [dueExample],
}

export function viewOverdue(
  payment: OverduePayment & { readonly companyName: string | undefined },
): Static<typeof OverdueView> {
  const { companyId, companyName, paymentId, orderId, dueOn, owed, repaid, dues } = payment
  const overdue = dues.reduce((sum, { open }) => sum + open.amountMinor, 0n)
  return {
    companyId,
    ...(companyName === undefined ? {} : { companyName }),
    paymentId,
    ...(orderId === undefined ? {} : { orderId }),
    dueOn,
    owed: viewMoney(owed),
    repaid: viewMoney(repaid),
    open: viewMoney(openOf(payment)),
    overdue: viewMoney(money(overdue, owed.currency)),
    dues: dues.map(viewDue),
  }
}

export const CreditAccountsView = record(
  'CreditAccounts',
  'The credit accounts of a company.',
  { accounts: Type.Array(CreditAccountView) },
  { examples: [{ accounts: [example] }] },
)

const creditMinorMax = 10n ** 15n

/** An amount in the currency of the account. */
export function readCreditAmount(given: Static<typeof MoneyView>, currency: string): Money {
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  if (given.currency !== currency) throw fail('currency_mismatch', { expected: currency })
  const read = parseMoney(given.amount, currency)
  if (!read || read.amountMinor < 0n || read.amountMinor > creditMinorMax)
    throw fail('amount_invalid')
  return read
}

export function viewCreditAccount(
  account: CreditAccount,
  overdue?: Overdue,
): Static<typeof CreditAccountView> {
  const { limit, used, netDays, state } = account
  return {
    currency: limit.currency,
    state,
    limit: viewMoney(limit),
    used: viewMoney(used),
    available: viewMoney(availableOf(account)),
    netDays,
    ...(overdue ? { overdue: { ...overdue, amount: viewMoney(overdue.amount) } } : {}),
  }
}
