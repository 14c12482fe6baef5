import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@purveyor/sandbox'
import { afterAll } from 'vitest'
import { freePort, freshDatabaseUrl } from '#harness'
import { type Principal, type Role, scopes } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import { aCompany, aPerson } from '#testing/identity'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { settingsSlices } from '../../src/app/modules.ts'
import { type Client, type Credential, createClient } from './client.ts'

/** The whole product in this process, with a sandbox beside it, reached over real HTTP alone. */
export type World = {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly databaseUrl: string
  readonly app: App
  readonly parts: NonNullable<App['parts']>
  /** Speaks HTTP without a credential. */
  readonly anybody: Client
  /** A company with a person in each role and a key that may do everything. */
  company(): Promise<CompanyOfWorld>
  operator(): Promise<Client>
  close(): Promise<void>
}

export type CompanyOfWorld = {
  readonly companyId: Id<'co'>
  readonly buyer: Client
  readonly approver: Client
  readonly admin: Client
  readonly integration: Client
  readonly apiKey: string
}

export type WorldOptions = {
  /** What browsers call it: `localhost` where passkeys matter, which know no address of numbers. */
  readonly host?: 'localhost'
  readonly cacheUrl?: string
  /** Cards are taken by a provider that speaks Stripe's wire format. */
  readonly speaksStripe?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** Everything that the service logs is put in here, down to the least important line. */
  readonly lines?: string[]
  /** The folder of the built pages of companies. */
  readonly companyPages?: string
}

const paymentsApiKey = 'a key of the payment provider'
const stripeKeys = {
  apiKey: 'sk_test_of_the_journeys',
  eventSecret: 'whsec_of_the_journeys',
}
const ratesApiKey = 'a key of the provider of exchange rates'
const llmKeys = { a: 'a key of provider A', b: 'a key of provider B' }
const llmPrices = {
  'gpt-5': {
    provider: 'A',
    inputPerMillion: '2.50',
    outputPerMillion: '10.00',
    cachedInputPerMillion: '0.25',
  },
  'claude-sonnet-5': {
    provider: 'B',
    inputPerMillion: '3',
    outputPerMillion: '15',
    cachedInputPerMillion: '0.30',
  },
  'gpt-closed': { provider: 'A', inputPerMillion: '1', outputPerMillion: '1' },
  'gpt-mistake': { provider: 'A', inputPerMillion: '0', outputPerMillion: '0' },
}
/** Exported for the tests that sign by hand what only the service, or its provider, may sign. */
export const paymentsEventSecret = 'a secret of the payment provider'
export const accessSecret = 'a secret of at least 32 bytes, no. 1'
export const refreshSecret = 'a secret of at least 32 bytes, no. 2'

let shared: Promise<World> | undefined

/**
 * The world that all files of a worker share: a test makes companies, products and orders of its own, and reads only
 * those. With options, `{}` too, the file gets a world of its own, which its end closes.
 */
export async function useWorld(options?: WorldOptions): Promise<World> {
  if (!options) {
    shared ??= aWorld()
    return shared
  }
  const world = await aWorld(options)
  afterAll(() => world.close())
  return world
}

/** A world of one's own, to be closed by who asked for it. */
export async function aWorld(options: WorldOptions = {}): Promise<World> {
  const { url: databaseUrl, drop } = await freshDatabaseUrl()
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-world-'))
  const port = await freePort()
  const baseUrl = `http://${options.host ?? '127.0.0.1'}:${port}`
  const now = () => new Date()
  const { lines } = options
  const log = lines
    ? createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
    : createLog({ level: process.env.TEST_LOG ? 'warn' : 'silent' })
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    paymentsApiKey,
    paymentsEventSecret,
    paymentsEventsUrl: `${baseUrl}/payments/providers/sandbox/events`,
    ratesApiKey,
    llmKeys,
    ...(options.speaksStripe && {
      stripe: { ...stripeKeys, eventsUrl: `${baseUrl}/payments/providers/stripe/events` },
    }),
    now,
    log,
  })
  const environment = {
    APP_ENV: 'test',
    PURVEYOR_DATA_DIR: dataDir,
    BASE_URL: baseUrl,
    PORT: String(port),
    DOCUMENT_DB_URL: databaseUrl,
    CACHE_URL: options.cacheUrl ?? 'memory:',
    JWT_ACCESS_SECRET: accessSecret,
    JWT_REFRESH_SECRET: refreshSecret,
    MAIL_SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Purveyor <no-reply@purveyor.example>',
    EXCHANGE_RATE_BASE_URL: `${sandbox.url}/rates`,
    EXCHANGE_RATE_API_KEY: ratesApiKey,
    FX_REFERENCE_RATES_URL: `${sandbox.url}/rates/eurofxref-hist-90d.xml`,
    LLM_PROVIDER_A_BASE_URL: `${sandbox.url}/llm/a/v1`,
    LLM_PROVIDER_A_API_KEY: llmKeys.a,
    LLM_PROVIDER_B_BASE_URL: `${sandbox.url}/llm/b`,
    LLM_PROVIDER_B_API_KEY: llmKeys.b,
    LLM_MODEL_PRICING_MATRIX_JSON: JSON.stringify(llmPrices),
    LLM_ALLOWED_MODELS_JSON: '["gpt-5", "claude-sonnet-5", "gpt-mistake"]',
    PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
    PAYMENTS_SANDBOX_API_KEY: paymentsApiKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: paymentsEventSecret,
    ...(options.speaksStripe && {
      PAYMENTS_CARD_PROVIDER: 'stripe',
      PAYMENTS_STRIPE_BASE_URL: sandbox.url,
      PAYMENTS_STRIPE_API_KEY: stripeKeys.apiKey,
      PAYMENTS_STRIPE_EVENT_SECRET: stripeKeys.eventSecret,
    }),
    // A test asks for more in a second than a person does in a minute.
    RATE_LIMIT_PER_MINUTE: '100000',
    ADS_SHARED_CLICKS_PER_MINUTE_MAX: '100000',
    RATE_LIMIT_COMPANY_PER_MINUTE: '1000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '100000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    // On a busy machine an answer would otherwise leave its sponsored places out.
    ADS_DEADLINE_MS: '5000',
    ...options.settings,
  }
  const settings = readSettings(settingsSlices, environment)
  const metrics = createMetrics()
  const { companyPages } = options
  const version = '0.0.0-test'
  const app = createApp({ settings, log, metrics, now, version, strict: true, companyPages })
  await app.http.listen({ host: '127.0.0.1', port })
  await app.start()
  const { parts } = app
  if (!parts) throw new Error('the world lacks configuration')

  return {
    baseUrl,
    sandboxUrl: sandbox.url,
    databaseUrl,
    app,
    parts,
    anybody: createClient(baseUrl),
    company: () => aCompanyWithPeople(baseUrl, parts),
    operator: async () => {
      const companyId = await aCompany(parts.platform.database)
      return (await signedIn(baseUrl, parts, companyId, 'operator')).client
    },
    close: async () => {
      await app.stop()
      await sandbox.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Parts = World['parts']

async function aCompanyWithPeople(baseUrl: string, parts: Parts): Promise<CompanyOfWorld> {
  const companyId = await aCompany(parts.platform.database)
  const buyer = await signedIn(baseUrl, parts, companyId, 'buyer')
  const approver = await signedIn(baseUrl, parts, companyId, 'approver')
  const admin = await signedIn(baseUrl, parts, companyId, 'company_admin')
  const created = await parts.modules.identity.createApiKey(admin.actor, {
    name: 'Integration',
    scopes,
  })
  const apiKey = created.key ?? ''
  return {
    companyId,
    buyer: buyer.client,
    approver: approver.client,
    admin: admin.client,
    integration: createClient(baseUrl, { apiKey }),
    apiKey,
  }
}

async function signedIn(
  baseUrl: string,
  { platform, modules }: Parts,
  companyId: Id<'co'>,
  role: Role,
): Promise<{ actor: Principal; client: Client }> {
  const person = await aPerson(platform.database, { companyId, role })
  const { accessToken } = await modules.identity.signIn(person)
  const credential: Credential = { bearer: accessToken }
  return { actor: person.actor, client: createClient(baseUrl, credential) }
}
