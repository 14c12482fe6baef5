import { expect, it } from 'vitest'
import { readSettings, type SettingsSlice } from '#platform/config'
import { paymentsSettings } from './settings.ts'

it('payers get no more time than a Stripe session may live', () => {
  const stripe = {
    PAYMENTS_STRIPE_API_KEY: 'sk_test_of_these_settings',
    PAYMENTS_STRIPE_EVENT_SECRET: 'whsec_of_these_settings',
  }

  const tooLong = [expect.objectContaining({ name: 'PAYMENTS_INTENT_MINUTES' })]
  expect(problemsOf({ ...stripe, ...minutes(1_409) })).toEqual(tooLong)
  expect(problemsOf({ ...stripe, ...minutes(1_408) })).toEqual([])
  const others = { PAYMENTS_CARD_PROVIDER: 'sandbox', ...minutes(1_440) }
  expect(problemsOf({ ...stripe, ...others })).toEqual([])
  expect(problemsOf(minutes(1_440))).toEqual([])
})

function problemsOf(env: Readonly<Record<string, string>>) {
  return readSettings([paymentsSettings as SettingsSlice], env).problems
}

const minutes = (many: number) => ({ PAYMENTS_INTENT_MINUTES: String(many) })
