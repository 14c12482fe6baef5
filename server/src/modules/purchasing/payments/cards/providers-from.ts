import { publicUrlOf } from '#platform/deployment'
import type { Runtime } from '#platform/module'
import { paymentsSettings } from '../settings.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxProvider } from './sandbox-provider.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

/** The sandbox and the real provider differ only in addresses. Without a provider, cards are not offered. */
export function providersFrom({ settings, outbound, now }: Runtime): PaymentProvider[] {
  const values = settings.of(paymentsSettings)
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
    const returnUrl = publicUrlOf(settings)
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
