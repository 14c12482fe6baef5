import type Stripe from 'stripe'
import type { DisputeState } from '../../payment.ts'
import type { PaymentProvider, ProviderDispute } from '../provider.ts'
import { fromStripeAmount } from './amount.ts'
import { paymentIdKey } from './reading.ts'
import { callStripe } from './refusal.ts'

const expand = ['payment_intent']
const pageSize = 100

/** A dispute has no metadata of ours. Its intent, which comes with it, has it. */
export function stripeDisputes(
  stripe: Stripe,
  intentIdOf: (reference: string) => Promise<string>,
): NonNullable<PaymentProvider['disputes']> {
  return {
    get: async (reference) =>
      readDispute(await callStripe(stripe.disputes.retrieve(reference, { expand }))),
    list: async (intentReference) => {
      const { data } = await callStripe(
        stripe.disputes.list({
          payment_intent: await intentIdOf(intentReference),
          limit: pageSize,
          expand: expand.map((path) => `data.${path}`),
        }),
      )
      return data.map(readDispute)
    },
  }
}

function readDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, payment_intent: intent, status, amount, currency, reason, created } = dispute
  const dueBy = dispute.evidence_details?.due_by
  const names = intent && typeof intent !== 'string' ? intent.metadata : undefined
  return {
    reference: id,
    paymentId: names?.[paymentIdKey] ?? '',
    state: stateOf(status),
    amount: fromStripeAmount(amount, currency),
    reason,
    ...(dueBy ? { answerBy: new Date(dueBy * 1_000) } : {}),
    openedAt: new Date(created * 1_000),
  }
}

/** A closed inquiry (`warning_…`) has taken nothing. */
function stateOf(status: Stripe.Dispute.Status): DisputeState {
  switch (status) {
    case 'lost':
      return 'LOST'
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'WON'
    default:
      return 'OPEN'
  }
}
