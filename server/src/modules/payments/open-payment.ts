import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { appendCreditEntry, findCreditAccount, takeCredit } from './credit-store.ts'
import { type Deps, intentExpiry } from './deps.ts'
import { announcement, PaymentInitiated } from './events.ts'
import { fail } from './failures.ts'
import { invoiceProvider, type Payment, type PaymentMethod } from './payment.ts'
import { recordStep } from './record-step.ts'
import { authorized } from './step.ts'
import { insertPayment } from './store.ts'

export type OpenPayment = {
  readonly id: Id<'pay'>
  readonly companyId: Id<'co'>
  readonly payerId: string
  readonly checkoutId: string | null
  readonly method: PaymentMethod
  readonly amount: Money
  readonly returnUrl?: string
  readonly captureMethod?: Payment['captureMethod']
  readonly now: Date
}

/** Participant. On net terms the credit is taken here, so the payment is authorised when the transaction commits. */
export async function openPayment(deps: Deps, tx: Tx, input: OpenPayment): Promise<Payment> {
  assertBookable(input.amount)
  const payment = initiated(deps, input)
  return payment.method === 'invoice'
    ? openOnCredit(tx, payment, input.now)
    : insertAnnounced(tx, payment)
}

async function openOnCredit(tx: Tx, payment: Payment, now: Date): Promise<Payment> {
  const { companyId, id: paymentId, amount } = payment
  const netDays = await takeCredit(tx, companyId, amount, now)
  if (netDays === undefined) throw await creditRefused(tx, payment)
  await appendCreditEntry(tx, { companyId, kind: 'TAKEN', amount, paymentId }, now)
  const dueOn = after(now, daysMs(netDays)).toISOString().slice(0, 10)
  const opened = await insertAnnounced(tx, { ...payment, dueOn })
  return recordStep(tx, authorized(opened), now)
}

/** Reads after the write was refused, so that it names what the write met. */
async function creditRefused(tx: Tx, { companyId, amount }: Payment) {
  const account = await findCreditAccount(tx, companyId, amount.currency)
  return account?.state === 'OPEN'
    ? fail('credit_limit_exceeded', { currency: amount.currency })
    : fail('no_credit_account', { currency: amount.currency })
}

async function insertAnnounced(tx: Tx, payment: Payment): Promise<Payment> {
  await insertPayment(tx, payment)
  await emit(tx, PaymentInitiated, {
    companyId: payment.companyId,
    entityId: payment.id,
    entityVersion: payment.version,
    data: announcement(payment, { amount: payment.amount }),
    occurredAt: payment.createdAt,
  })
  return payment
}

function initiated(deps: Deps, input: OpenPayment): Payment {
  const { id, companyId, payerId, checkoutId, method, amount, returnUrl, now } = input
  const nothing = money(0n, amount.currency)
  return {
    id,
    companyId,
    payerId,
    checkoutId,
    orderId: null,
    method,
    provider: method === 'invoice' ? invoiceProvider : cardProvider(deps),
    captureMethod: method === 'invoice' ? 'manual' : (input.captureMethod ?? 'automatic'),
    state: 'INITIATED',
    amount,
    authorized: nothing,
    captured: nothing,
    voided: nothing,
    refunded: nothing,
    refunding: nothing,
    ...(returnUrl === undefined ? {} : { returnUrl }),
    createdAt: now,
    expiresAt: method === 'invoice' ? null : intentExpiry(deps, now),
    version: 1,
  }
}

function cardProvider({ providers }: Deps): string {
  const [provider] = providers
  if (!provider) throw fail('provider_not_configured', { method: 'card' })
  return provider.name
}

function assertBookable({ amountMinor }: Money): void {
  if (amountMinor <= 0n || amountMinor > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw fail('amount_invalid')
  }
}
