import type { Id } from '#kernel/id'
import { decimalOf, type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { findCreditAccount, takeCredit } from './credit/credit-account-store.ts'
import { settleDebts } from './credit/settle-debts.ts'
import { type Deps, intentExpiry } from './deps.ts'
import { announcement, PaymentAuthorized, PaymentInitiated } from './events.ts'
import { fail } from './failures.ts'
import { availableOf } from './offered-methods.ts'
import { invoiceProvider, type Payment, type PaymentMethod } from './payment.ts'
import { insertPayment } from './payment-store.ts'
import { authorizeStep } from './step.ts'

export type OpenPayment = {
  readonly id: Id<'pay'>
  readonly companyId: Id<'co'>
  readonly payerId: string
  readonly checkoutId: string | null
  /** Set if the same transaction records the order. */
  readonly orderId?: string
  readonly method: PaymentMethod
  readonly amount: Money
  readonly returnUrl?: string
  readonly captureMethod?: Payment['captureMethod']
  readonly now: Date
}

/** Participant. On net terms it takes the credit here, so the payment is authorised when the transaction commits. */
export async function openPayment(deps: Deps, tx: Tx, input: OpenPayment): Promise<Payment> {
  assertBookable(input.amount)
  const payment = initiatedPayment(deps, input)
  if (payment.method === 'invoice') return openOnCredit(tx, payment, input.now)
  insertPayment(tx, payment)
  await announce(tx, PaymentInitiated, payment)
  return payment
}

/** Nobody can see the payment before it is authorised, so it is written once, as its second version. */
async function openOnCredit(tx: Tx, payment: Payment, now: Date): Promise<Payment> {
  const { companyId, id: paymentId, amount } = payment
  const taken = await takeCredit(tx, { companyId, paymentId, amount }, now)
  if (!taken) throw await creditRefused(tx, payment)
  const { next, entries } = authorizeStep({ ...payment, netDays: taken.netDays })
  const opened = { ...next, version: payment.version + 1 }
  insertPayment(tx, opened, entries)
  await announce(tx, PaymentInitiated, payment)
  await announce(tx, PaymentAuthorized, opened)
  if (taken.isInFavour) await settleDebts(tx, payment, { opened }, now)
  return opened
}

/** Reads after the write was refused, so that the failure names the reason. */
export async function creditRefused(
  tx: Tx,
  { companyId, amount }: Pick<Payment, 'companyId' | 'amount'>,
) {
  const account = await findCreditAccount(tx, companyId, amount.currency)
  return account?.state === 'OPEN'
    ? fail('credit_limit_exceeded', {
        currency: amount.currency,
        requested: decimalOf(amount),
        available: decimalOf(availableOf(account)),
      })
    : fail('no_credit_account', { currency: amount.currency })
}

async function announce(
  tx: Tx,
  kind: typeof PaymentInitiated | typeof PaymentAuthorized,
  payment: Payment,
): Promise<void> {
  await emit(tx, kind, {
    companyId: payment.companyId,
    entityId: payment.id,
    entityVersion: payment.version,
    data: announcement(payment, { amount: payment.amount }),
    occurredAt: payment.createdAt,
  })
}

function initiatedPayment(deps: Deps, input: OpenPayment): Payment {
  const { id, companyId, payerId, checkoutId, orderId, method, amount, returnUrl, now } = input
  const nothing = money(0n, amount.currency)
  return {
    id,
    companyId,
    payerId,
    checkoutId,
    orderId: orderId ?? null,
    method,
    provider: method === 'invoice' ? invoiceProvider : cardProvider(deps, amount),
    captureMethod: method === 'invoice' ? 'manual' : (input.captureMethod ?? 'automatic'),
    state: 'INITIATED',
    amount,
    authorized: nothing,
    captured: nothing,
    voided: nothing,
    refunded: nothing,
    refunding: nothing,
    paidOut: nothing,
    chargedBack: nothing,
    ...(returnUrl === undefined ? {} : { returnUrl }),
    createdAt: now,
    expiresAt: method === 'invoice' ? null : intentExpiry(deps, now),
    version: 1,
  }
}

function cardProvider({ providers }: Deps, amount: Money): string {
  const [provider] = providers
  if (!provider) throw fail('provider_not_configured', { method: 'card' })
  if (provider.holds?.(amount) === false) {
    throw fail('amount_not_supported', { amount: decimalOf(amount), currency: amount.currency })
  }
  return provider.name
}

export function assertBookable({ amountMinor }: Money): void {
  if (amountMinor <= 0n || amountMinor > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw fail('amount_invalid')
  }
}
