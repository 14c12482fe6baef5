import type { SandboxHttp } from '../http.ts'
import { openDesk } from '../payments/desk.ts'
import { type SandboxLog, sign } from '../payments/event-sender.ts'
import type { Faults } from '../payments/faults.ts'
import { payRoutes } from '../payments/pay.ts'
import { stripeApi } from './api.ts'
import { disputeRoutes } from './disputes.ts'
import { stripeEventOf } from './events.ts'

export type StripeOptions = {
  readonly apiKey: string
  readonly eventSecret: string
  readonly eventsUrl: string
}

/**
 * A provider that speaks Stripe's wire format, with a hosted page and signed events. Its book works like that of the other
 * provider.
 */
export async function openStripe(
  options: StripeOptions & {
    readonly dataDir: string
    readonly faults: Faults
    readonly now: () => Date
    readonly log: SandboxLog
    readonly publicUrl: () => string
    readonly retryDelaysMs?: readonly number[]
  },
) {
  const { apiKey, eventSecret, faults, now, publicUrl } = options
  const desk = await openDesk({
    ...options,
    name: 'stripe',
    secret: eventSecret,
    wire: (event) => {
      const body = JSON.stringify(stripeEventOf(event, publicUrl()))
      return { body, headers: { 'stripe-signature': sign(body, eventSecret, now()) } }
    },
  })
  return {
    routes: async (http: SandboxHttp): Promise<void> => {
      await http.register(disputeRoutes({ book: desk.book, now }))
      await http.register(stripeApi({ book: desk.book, faults, apiKey, now, publicUrl }))
      await http.register(
        payRoutes({ book: desk.book, now, path: '/stripe/pay', mayTryAgain: true }),
      )
    },
    open: desk.open,
    close: desk.close,
  }
}
