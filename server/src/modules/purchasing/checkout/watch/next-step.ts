import { type PaymentStanding, paymentOutcomeOf } from '#modules/payments'
import type { AliveAttempt } from './report-store.ts'

export const nextActions = [
  'expire_reservation',
  'hand_over_payment',
  'ask_payment_provider',
  'cancel_payment',
  'complete_order',
  'give_up',
] as const

/** The step that follows if nobody intervenes, and its time. */
export type NextStep = { readonly action: (typeof nextActions)[number]; readonly at: Date }

/** Decides as the sweeper does (`sweep.ts`, `reconcile.ts`), from the payment's current state. */
export function nextStepOf(
  {
    state,
    reservedUntil,
    availableAt: at,
  }: Pick<AliveAttempt, 'state' | 'reservedUntil' | 'availableAt'>,
  standing: Pick<PaymentStanding, 'state' | 'expiresAt'> | undefined,
): NextStep {
  if (state === 'RESERVED') return { action: 'expire_reservation', at: reservedUntil }
  if (standing?.state === 'INITIATED') return { action: 'hand_over_payment', at }
  const outcome = standing && paymentOutcomeOf(standing)
  if (outcome === 'secured') return { action: 'complete_order', at }
  if (outcome === 'lost') return { action: 'give_up', at }
  const isPageOver = standing?.expiresAt && standing.expiresAt <= at
  return { action: isPageOver ? 'cancel_payment' : 'ask_payment_provider', at }
}
