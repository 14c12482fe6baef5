import { sameMoney } from '#kernel/money'
import { capturableAmount, type Payment } from '../payment.ts'
import { authorizeStep, captureStep, failStep, handOverStep, type Step, voidStep } from '../step.ts'
import type { ProviderIntent } from './provider.ts'

/**
 * What a provider's answer means for a payment. Answers come late, twice and in any order, and an old one changes
 * nothing.
 */
export type Meaning =
  | { readonly kind: 'not_news' }
  | { readonly kind: 'step'; readonly step: Step; readonly contradiction?: string }
  | { readonly kind: 'mismatch'; readonly problem: string }

const notNews: Meaning = { kind: 'not_news' }

export function meaningOf(before: Payment, intent: ProviderIntent): Meaning {
  // Whichever answer comes first brings the reference.
  const payment = { ...before, providerReference: before.providerReference ?? intent.reference }
  const problem = mismatchOf(payment, intent)
  if (problem) return { kind: 'mismatch', problem }
  const { state } = payment
  const isUnpaid = state === 'INITIATED' || state === 'PENDING'

  switch (intent.state) {
    case 'REQUIRES_PAYMENT':
      return state === 'INITIATED' ? stepTo(handOverStep(payment, intent)) : notNews
    case 'AUTHORIZED':
      return isUnpaid ? stepTo(authorizeStep(payment)) : notNews
    case 'SUCCEEDED':
      return meaningOfCapture(payment, intent)
    case 'FAILED':
      return isUnpaid || state === 'AUTHORIZED'
        ? stepTo(failStep(payment, intent.failureReason ?? reasonOf(intent)))
        : notNews
    case 'EXPIRED':
    case 'CANCELLED':
      return isUnpaid || state === 'AUTHORIZED'
        ? stepTo(voidStep(payment, reasonOf(intent)))
        : notNews
  }
}

/** Money that moved is recorded whatever state the payment had: nothing here can undo what has happened. */
function meaningOfCapture(payment: Payment, intent: ProviderIntent): Meaning {
  switch (payment.state) {
    case 'INITIATED':
    case 'PENDING':
      return stepTo(captureStep(payment, intent.captured))
    case 'AUTHORIZED': {
      const step = captureStep(payment, intent.captured)
      // The provider captured more than we hold: a part had been released, and nobody of ours captures it.
      const isAbove = intent.captured.amountMinor > capturableAmount(payment).amountMinor
      return isAbove
        ? { kind: 'step', step, contradiction: 'captured_after_release' }
        : stepTo(step)
    }
    case 'FAILED':
    case 'VOIDED':
      return {
        kind: 'step',
        step: captureStep(payment, intent.captured),
        contradiction: `captured_after_${nameOf(payment)}`,
      }
    default:
      return sameMoney(payment.captured, intent.captured)
        ? notNews
        : { kind: 'mismatch', problem: 'other_captured_amount' }
  }
}

function nameOf({ state, voided }: Payment): string {
  return voided.amountMinor > 0n ? 'release' : state.toLowerCase()
}

function mismatchOf(payment: Payment, intent: ProviderIntent): string | undefined {
  if (payment.amount.currency !== intent.amount.currency) return 'other_currency'
  if (!sameMoney(payment.amount, intent.amount)) return 'other_amount'
  if (payment.providerReference && payment.providerReference !== intent.reference) {
    return 'other_reference'
  }
  const taken = intent.captured.amountMinor
  const isPossible =
    taken <= intent.amount.amountMinor && (taken > 0n || intent.state !== 'SUCCEEDED')
  return isPossible ? undefined : 'impossible_captured_amount'
}

function stepTo(step: Step): Meaning {
  return { kind: 'step', step }
}

function reasonOf(intent: ProviderIntent): string {
  return intent.failureReason ?? intent.state.toLowerCase()
}
