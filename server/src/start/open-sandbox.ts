import { resolve } from 'node:path'
import type { Sandbox } from '@purveyor/sandbox'
import { providerEventsPath } from '#modules/payments'
import type { Log } from '#platform/telemetry'
import type { LocalHome } from './local-home.ts'

/**
 * Starts the sandbox beside the service on one machine. It is loaded here, and nowhere else in the product: a release may leave its
 * folder out.
 */
export async function openSandbox(
  { folder, secrets }: LocalHome,
  log: Log,
  {
    baseUrl,
    ...options
  }: {
    readonly port: number
    readonly smtpPort: number
    readonly baseUrl: string
    readonly now: () => Date
  },
): Promise<Sandbox> {
  const { startSandbox } = await import('@purveyor/sandbox')
  return startSandbox({
    ...options,
    dataDir: resolve(folder, 'sandbox'),
    paymentsApiKey: secrets.paymentsApiKey,
    paymentsEventSecret: secrets.paymentsEventSecret,
    paymentsEventsUrl: `${baseUrl}${providerEventsPath('sandbox')}`,
    stripe: {
      apiKey: secrets.stripeApiKey,
      eventSecret: secrets.stripeEventSecret,
      eventsUrl: `${baseUrl}${providerEventsPath('stripe')}`,
    },
    ratesApiKey: secrets.ratesApiKey,
    llmKeys: { a: secrets.llmApiKeyA, b: secrets.llmApiKeyB },
    log,
  })
}
