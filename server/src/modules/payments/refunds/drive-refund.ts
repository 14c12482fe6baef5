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
 * Calls the provider and writes down what it did. The refund's id is the provider's key, so a second run, by a worker
 * or beside another, refunds nothing twice. No answer leaves it PENDING.
 */
export async function driveRefund(deps: Deps, refund: Refund): Promise<Refund> {
  if (refund.state !== 'PENDING') return refund
  const payment = await getPayment(deps, refund.companyId, refund.paymentId)
  const word = await wordOn(deps, payment, refund)
  crashPoint('payments.refund.provider_done')
  if (!word) return refund
  const ended = await deps.database.transaction(async (tx) => {
    const locked = (await lockPayment(tx, payment.companyId, payment.id)) ?? notFound(payment.id)
    await settleRefund(deps, tx, locked, word, deps.now())
    return findRefund(tx, refund.companyId, refund.id)
  })
  crashPoint('payments.refund.settled')
  assert(ended, `refund ${refund.id} vanished`)
  return ended
}

/** What the provider says of it; undefined when it says nothing yet. On net terms the word is our own. */
async function wordOn(
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
    const word = await asked(provider, providerReference, refund)
    const { state } = word
    if (state === 'SUCCEEDED') return word
    // A refused repetition may be of a refund that was made: its answer is what we did not get.
    const listed = await known()
    if (!listed) return state === 'FAILED' ? word : undefined
    return listed.state === 'PENDING' ? undefined : listed
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const fields = { err: error, refundId, paymentId: payment.id }
    deps.log.warn(fields, 'The refund waits: the provider gave no clear answer.')
    return undefined
  }
}

/** A refusal is a word as well. */
async function asked(
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
