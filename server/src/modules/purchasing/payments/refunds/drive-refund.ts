import assert from 'node:assert/strict'
import { crashPoint } from '#platform/faults'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '../cards/provider.ts'
import { type Deps, getPayment, notFound, providerOf } from '../deps.ts'
import type { Payment, Refund } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { findRefund } from './refund-store.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Calls the provider and records the result. The refund's id is the provider's idempotency key, so a second run, by a
 * worker or at the same time, refunds nothing twice. Without an answer the refund stays PENDING.
 */
export async function driveRefund(deps: Deps, refund: Refund): Promise<Refund> {
  if (refund.state !== 'PENDING') return refund
  const payment = await getPayment(deps, refund.companyId, refund.paymentId)
  const answer = await answerOn(deps, payment, refund)
  crashPoint('payments.refund.provider_done')
  if (!answer) return refund
  const ended = await deps.database.transaction(async (tx) => {
    const locked = (await lockPayment(tx, payment.companyId, payment.id)) ?? notFound(payment.id)
    await settleRefund(deps, tx, locked, answer, deps.now())
    return findRefund(tx, refund.companyId, refund.id)
  })
  crashPoint('payments.refund.settled')
  assert(ended, `refund ${refund.id} is not stored`)
  return ended
}

/** What the provider says about the refund; undefined if it has not decided yet. On net terms we decide. */
async function answerOn(
  deps: Deps,
  payment: Payment,
  refund: Refund,
): Promise<ProviderRefund | undefined> {
  const { id: refundId, amount } = refund
  if (payment.method === 'invoice') {
    return { reference: '', refundId, state: 'SUCCEEDED', amount }
  }
  const { providerReference = '' } = payment
  const provider = providerOf(deps, payment)
  const known = async () => {
    const refunds = await provider.listRefunds(providerReference)
    return refunds.find((one) => one.refundId === refundId)
  }
  try {
    const answer = await askProvider(provider, providerReference, refund)
    const { state } = answer
    if (state === 'SUCCEEDED') return answer
    // The provider may refuse a repeat of a refund that it made: the list has the answer that we missed.
    const listed = await known()
    if (!listed) return state === 'FAILED' ? answer : undefined
    return listed.state === 'PENDING' ? undefined : listed
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const fields = { err: error, refundId, paymentId: payment.id }
    deps.log.warn(fields, 'The refund waits: the provider gave no clear answer.')
    return undefined
  }
}

/** A refusal is an answer too. */
async function askProvider(
  provider: PaymentProvider,
  reference: string,
  { id: refundId, amount }: Refund,
): Promise<ProviderRefund> {
  try {
    return await provider.refund(reference, amount, refundId)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return { reference: '', refundId, state: 'FAILED', amount, failureReason: error.reason }
  }
}
