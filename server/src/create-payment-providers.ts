import {
  createSandboxProvider,
  createStripeProvider,
  type PaymentProvider,
  paymentsSettings,
} from '#modules/payments'
import type { AppOptions } from './app.ts'
import type { Platform } from './open-platform.ts'
import { publicUrlOf } from './public-url.ts'

/** Only addresses differ between a sandbox and the real thing: without a provider, cards are not offered. */
export function providersOf(options: AppOptions, { outbound }: Platform): PaymentProvider[] {
  const values = options.settings.of(paymentsSettings)
  const { PAYMENTS_TIMEOUT_MS: timeoutMs, PAYMENTS_CARD_PROVIDER: first = 'stripe' } = values
  const {
    PAYMENTS_SANDBOX_BASE_URL: sandboxUrl,
    PAYMENTS_SANDBOX_API_KEY: sandboxKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: sandboxSecret,
    PAYMENTS_STRIPE_API_KEY: stripeKey,
    PAYMENTS_STRIPE_EVENT_SECRET: stripeSecret,
  } = values
  const providers: PaymentProvider[] = []
  if (sandboxUrl && sandboxKey && sandboxSecret) {
    const at = { baseUrl: sandboxUrl, apiKey: sandboxKey, eventSecret: sandboxSecret }
    providers.push(createSandboxProvider({ outbound, ...at, timeoutMs }))
  }
  if (stripeKey && stripeSecret) {
    const at = { baseUrl: values.PAYMENTS_STRIPE_BASE_URL, apiKey: stripeKey }
    const returnUrl = publicUrlOf(options)
    const { now } = options
    providers.push(
      createStripeProvider({
        outbound,
        ...at,
        eventSecret: stripeSecret,
        returnUrl,
        timeoutMs,
        now,
      }),
    )
  }
  return providers.sort((a, b) => Number(b.name === first) - Number(a.name === first))
}
