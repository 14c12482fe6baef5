import { mkdir } from 'node:fs/promises'
import { buildSandboxHttp } from './http.ts'
import { type LlmKeys, llmApi } from './llm/llm-api.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { paymentsApi } from './payments/api.ts'
import { openDesk } from './payments/desk.ts'
import type { SandboxLog } from './payments/event-sender.ts'
import { createFaults } from './payments/faults.ts'
import { payRoutes } from './payments/pay.ts'
import { testRoutes } from './payments/test-routes.ts'
import { picturesApi } from './pictures/pictures-api.ts'
import { ratesApi } from './rates/api.ts'
import { ecbRates } from './rates/ecb.ts'
import { readHistory } from './rates/history.ts'
import { openReceiver } from './receiver/receiver.ts'
import { openStripe, type StripeOptions } from './stripe/open-stripe.ts'
import { supplierPath, supplierSite } from './supplier/supplier-site.ts'

export type SandboxOptions = {
  /** 0 means any free port. */
  readonly port: number
  readonly host?: '127.0.0.1'
  /** The port of the mail server. 0 or undefined means any free port. */
  readonly smtpPort?: number
  readonly dataDir: string
  readonly paymentsApiKey: string
  readonly paymentsEventSecret: string
  readonly paymentsEventsUrl: string
  /** The provider that speaks Stripe's wire format. Without this option it does not run. */
  readonly stripe?: StripeOptions
  /** The provider of exchange rates. Without this option it does not run. */
  readonly ratesApiKey?: string
  /** The keys of both language-model providers. Without this option they do not run. */
  readonly llmKeys?: LlmKeys
  readonly now: () => Date
  readonly log: SandboxLog
  /** The address at which people reach the sandbox, if it differs from where it listens. */
  readonly publicUrl?: string
  readonly eventRetryDelaysMs?: readonly number[]
}

export type Sandbox = {
  readonly url: string
  /** The SMTP address of the mailbox. */
  readonly smtpUrl: string
  /** The site of a supplier, which can be crawled. */
  readonly supplierUrl: string
  close(): Promise<void>
}

/** Simulates the outside world over real HTTP on loopback. Only for `local` and `test`. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, now, log } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const faults = createFaults()
  let url = ''
  const publicUrl = () => options.publicUrl ?? url
  const { eventRetryDelaysMs: retryDelaysMs } = options
  const desk = { dataDir, faults, now, log, ...(retryDelaysMs ? { retryDelaysMs } : {}) }
  const payments = await openDesk({
    ...desk,
    name: 'payments',
    eventsUrl: options.paymentsEventsUrl,
    secret: options.paymentsEventSecret,
  })
  const stripe = options.stripe && (await openStripe({ ...desk, ...options.stripe, publicUrl }))
  const receiver = await openReceiver({ dataDir, now })
  const mailbox = await openMailbox({ port: options.smtpPort ?? 0, now })

  const http = buildSandboxHttp()
  const { book } = payments
  await http.register(paymentsApi({ book, faults, apiKey: options.paymentsApiKey, now, publicUrl }))
  await http.register(payRoutes({ book, now }))
  await http.register(testRoutes({ faults, book }))
  if (stripe) await http.register(stripe.routes)
  await http.register(picturesApi)
  await http.register(supplierSite)
  await http.register(receiver.routes)
  await http.register(mailbox.routes)
  if (options.ratesApiKey !== undefined) {
    const history = await readHistory()
    await http.register(ratesApi({ history, apiKey: options.ratesApiKey, now }))
    await http.register(ecbRates({ history, now }))
  }
  if (options.llmKeys) await http.register(llmApi(options.llmKeys))
  url = await http.listen({ port: options.port, host: options.host ?? '127.0.0.1' })

  payments.open()
  stripe?.open()

  return {
    url,
    smtpUrl: mailbox.smtpUrl,
    supplierUrl: `${url}${supplierPath}`,
    close: async () => {
      await http.close()
      await payments.close()
      await stripe?.close()
      await mailbox.close()
    },
  }
}
