import { Type } from 'typebox'
import { defineSettings, type SettingProblem } from '#platform/config'

/** The settings of a provider: all of them are set, or the provider is not used. */
const settingsTogether = [
  ['PAYMENTS_SANDBOX_BASE_URL', 'PAYMENTS_SANDBOX_API_KEY', 'PAYMENTS_SANDBOX_EVENT_SECRET'],
  ['PAYMENTS_STRIPE_API_KEY', 'PAYMENTS_STRIPE_EVENT_SECRET'],
] as const

/** A day, less the half hour that a session outlives our deadline at Stripe, and less a minute to create it. */
const stripeMinutesMax = 1_408

export const paymentsSettings = defineSettings(
  'payments',
  Type.Object({
    PAYMENTS_SANDBOX_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://payments.example.com',
        description:
          'Address of the payment provider `sandbox`. Without this setting the provider is not offered for cards.',
      }),
    ),
    PAYMENTS_SANDBOX_API_KEY: Type.Optional(
      Type.String({
        minLength: 8,
        secret: true,
        description: 'The key of the service at the provider `sandbox`.',
      }),
    ),
    PAYMENTS_SANDBOX_EVENT_SECRET: Type.Optional(
      Type.String({
        minLength: 16,
        secret: true,
        description: 'The secret with which the provider `sandbox` signs its events.',
      }),
    ),
    PAYMENTS_STRIPE_API_KEY: Type.Optional(
      Type.String({
        pattern: '^(sk|rk)_[!-~]{8,200}$',
        example: 'sk_live_… or rk_live_…, as Stripe shows it',
        secret: true,
        description:
          'The secret or restricted key of the service at Stripe. It must be able to write Checkout Sessions, Payment Intents and Refunds.',
      }),
    ),
    PAYMENTS_STRIPE_EVENT_SECRET: Type.Optional(
      Type.String({
        pattern: '^whsec_[!-~]{8,200}$',
        example: 'whsec_…, as Stripe shows it',
        secret: true,
        description:
          'The secret with which Stripe signs its events for the endpoint `/payments/providers/stripe/events` that is registered there.',
      }),
    ),
    PAYMENTS_STRIPE_BASE_URL: Type.String({
      default: 'https://api.stripe.com',
      pattern: '^https?://[^/?#]+$',
      example: 'https://api.stripe.com',
      description: 'Address of Stripe: scheme, host and port.',
    }),
    PAYMENTS_CARD_PROVIDER: Type.Optional(
      Type.Enum(['stripe', 'sandbox'], {
        description:
          'The provider that takes new card payments if both are set. Default: `stripe`. The other one finishes the payments that it began.',
      }),
    ),
    PAYMENTS_TIMEOUT_MS: Type.Integer({
      default: 5_000,
      minimum: 100,
      maximum: 30_000,
      description: 'Maximum time to wait for an answer of a payment provider.',
    }),
    PAYMENTS_INTENT_MINUTES: Type.Integer({
      default: 15,
      minimum: 1,
      maximum: 1_440,
      description:
        'Time in which a payer must pay by card. At most 1,408 if Stripe takes cards, because its pages are valid for a day.',
    }),
  }),
  (values) => {
    const problems = settingsTogether.flatMap((names) => {
      const missing = names.filter((name) => values[name] === undefined)
      if (missing.length === 0 || missing.length === names.length) return []
      const problem = `is needed as well: ${names.join(', ')} go together`
      return missing.map((name): SettingProblem => ({ name, problem }))
    })
    const { PAYMENTS_STRIPE_API_KEY, PAYMENTS_CARD_PROVIDER, PAYMENTS_INTENT_MINUTES } = values
    const isByStripe = PAYMENTS_STRIPE_API_KEY !== undefined && PAYMENTS_CARD_PROVIDER !== 'sandbox'
    if (isByStripe && PAYMENTS_INTENT_MINUTES > stripeMinutesMax) {
      const problem = `must be at most ${stripeMinutesMax} where Stripe takes cards: its pages live for a day`
      problems.push({ name: 'PAYMENTS_INTENT_MINUTES', problem })
    }
    return problems
  },
)
