import { Type } from 'typebox'
import { defineSettings, type SettingProblem } from '#platform/config'

const together = [
  'PAYMENTS_SANDBOX_BASE_URL',
  'PAYMENTS_SANDBOX_API_KEY',
  'PAYMENTS_SANDBOX_EVENT_SECRET',
] as const

export const paymentsSettings = defineSettings(
  'payments',
  Type.Object({
    PAYMENTS_SANDBOX_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        description:
          'Where the payment provider `sandbox` listens. Without it cards are not offered.',
      }),
    ),
    PAYMENTS_SANDBOX_API_KEY: Type.Optional(
      Type.String({
        minLength: 8,
        secret: true,
        description: 'Our key at the provider `sandbox`.',
      }),
    ),
    PAYMENTS_SANDBOX_EVENT_SECRET: Type.Optional(
      Type.String({
        minLength: 16,
        secret: true,
        description: 'What the provider `sandbox` signs its events with.',
      }),
    ),
    PAYMENTS_TIMEOUT_MS: Type.Integer({
      default: 5_000,
      minimum: 100,
      maximum: 30_000,
      description: 'Longest wait for an answer of a payment provider.',
    }),
    PAYMENTS_INTENT_MINUTES: Type.Integer({
      default: 15,
      minimum: 1,
      maximum: 1_440,
      description: 'How long a payer has to pay by card.',
    }),
  }),
  (values) => {
    const missing = together.filter((name) => values[name] === undefined)
    if (missing.length === 0 || missing.length === together.length) return []
    return missing.map(
      (name): SettingProblem => ({
        name,
        problem: `is needed beside the other two: ${together.join(', ')}`,
      }),
    )
  },
)
