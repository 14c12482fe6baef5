import { join } from 'node:path'
import { startSandbox } from '@purveyor/sandbox'
import type { Id } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { checkoutJobs } from '#modules/checkout'
import { findActingMember, isCompanyOpen } from '#modules/identity'
import { readSettings } from '#platform/config'
import { createJobs, handle } from '#platform/jobs'
import { createDispatcher } from '#platform/outbox'
import { keepPartitions } from '#platform/partitions'
import { createLog, createMetrics } from '#platform/telemetry'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { partitionedTables, settingsSlices } from '../../src/app/modules.ts'
import { sweepAttempts } from '../../src/modules/purchasing/checkout/finishing/sweep.ts'
import { settleUnordered } from '../../src/modules/purchasing/checkout/refunding/settle-unordered.ts'
import {
  alignPrice,
  NoteRefunded,
} from '../../src/modules/purchasing/orders/credits/note-refunded.ts'
import { settleSupplementJob } from '../../src/modules/purchasing/orders/supplements/settle-supplement.ts'
import { placeDue } from '../../src/modules/purchasing/standing/placing/place-due.ts'
import {
  createStandingOrders,
  type StandingOrders,
} from '../../src/modules/purchasing/standing/service.ts'
import type { StandingOrder } from '../../src/modules/purchasing/standing/standing-order.ts'
import { freePort } from '../harness/free-port.ts'
import { createProviderDesk, type ProviderDesk } from './provider-desk.ts'

/**
 * The product without its workers, a sandbox as the payment provider over real HTTP, and a clock that can be set on. What
 * the workers would do is done when `work` is called, so that a run is the same run again.
 */
export type TradeWorld = {
  readonly parts: NonNullable<App['parts']>
  readonly baseUrl: string
  readonly provider: ProviderDesk
  readonly now: Clock
  readonly standing: {
    readonly orders: StandingOrders
    /** What a worker does with one that it has claimed. */
    placeDue(standingOrder: StandingOrder): Promise<unknown>
  }
  pass(minutes: number): Promise<void>
  /** Orders a bad day from the provider. */
  misbehave(order: Readonly<Record<string, string | number>>): Promise<void>
  behave(): Promise<void>
  /** Whether it may refuse what it is asked: then payments may fail for no other reason. */
  isRefusing(): boolean
  /** One round of everything that goes on without a request. */
  work(): Promise<void>
  close(): Promise<void>
}

const minuteMs = 60_000
const secrets = { apiKey: 'a key of the payment provider', events: 'a secret of the provider' }

export async function aTradeWorld(databaseUrl: string, dataDir: string): Promise<TradeWorld> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const log = createLog({ level: process.env.TEST_LOG ? 'warn' : 'silent' })
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const sandbox = await startSandbox({
    port: 0,
    dataDir: join(dataDir, 'sandbox'),
    paymentsApiKey: secrets.apiKey,
    paymentsEventSecret: secrets.events,
    paymentsEventsUrl: `${baseUrl}/payments/providers/sandbox/events`,
    now,
    log,
    eventRetryDelaysMs: [20, 50, 100, 200],
  })
  const settings = readSettings(settingsSlices, {
    APP_ENV: 'test',
    BASE_URL: baseUrl,
    PORT: String(port),
    PURVEYOR_ROLES: 'api',
    PURVEYOR_DATA_DIR: dataDir,
    DOCUMENT_DB_URL: databaseUrl,
    CACHE_URL: 'memory:',
    JWT_ACCESS_SECRET: 'a secret of at least 32 bytes, no. 1',
    JWT_REFRESH_SECRET: 'a secret of at least 32 bytes, no. 2',
    PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
    PAYMENTS_SANDBOX_API_KEY: secrets.apiKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: secrets.events,
    // Short, because a call waits for a provider that does not answer.
    PAYMENTS_TIMEOUT_MS: '150',
    ORDERS_REFUSALS_MAX: '2',
    // Sixty-four copies of a request are more than a buyer sends.
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_COMPANY_PER_MINUTE: '1000000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
  })
  const metrics = createMetrics()
  const app = createApp({ settings, log, metrics, now, version: 'model', strict: true })
  await app.http.listen({ host: '127.0.0.1', port })
  await app.start()
  const { parts } = app
  if (!parts) throw new Error('the world lacks configuration')
  let day = now().toISOString().slice(0, 10)
  const provider = createProviderDesk(sandbox.url, secrets.apiKey)
  let isRefusing = false
  return {
    parts,
    baseUrl,
    provider,
    now,
    misbehave: async (order) => {
      await provider.misbehave(order)
      if (order.createIntent === 'refuse') isRefusing = true
    },
    behave: async () => {
      await provider.behave()
      isRefusing = false
    },
    isRefusing: () => isRefusing,
    standing: standingOf(parts, now),
    pass: async (minutes) => {
      aheadMs += minutes * minuteMs
      const today = now().toISOString().slice(0, 10)
      if (today === day) return
      day = today
      const { database } = parts.platform
      await keepPartitions({ database, log }, partitionedTables(settings), now())
    },
    work: workOf(parts, now, log),
    close: async () => {
      await app.stop()
      await sandbox.close()
    },
  }
}

type Parts = TradeWorld['parts']

function standingOf({ platform, modules }: Parts, now: Clock): TradeWorld['standing'] {
  const { checkout } = modules
  const { database } = platform
  const deps = { database, checkout, memberOf: findActingMember, isCompanyOpen, now }
  return {
    orders: createStandingOrders(deps),
    placeDue: (standingOrder) => placeDue(deps, standingOrder),
  }
}

/** What others do with events is none of the model's business: it checks nothing of that, and would wait for it. */
const ofTrade = /^(checkout|orders|payments|budgets|approvals)[.]/

function workOf({ platform, modules, made }: Parts, now: Clock, log: ReturnType<typeof createLog>) {
  const { database, wake } = platform
  const { checkoutDeps, payments, fulfilment, fulfilmentDeps } = modules
  const base = { database, wake, now, log }
  const subscriptions = made.flatMap((module) => module.subscriptions ?? [])
  const own = subscriptions.filter(({ name }) => ofTrade.test(name))
  const dispatcher = createDispatcher({ ...base, subscriptions: own })
  // The model's orders go on when their money is gone: what goes back by hand is taken off their price all the same.
  const level = handle(NoteRefunded, ({ companyId, orderId, isReturned }) =>
    alignPrice(fulfilmentDeps, companyId as Id<'co'>, orderId, isReturned),
  )
  const handlers = [...checkoutJobs(checkoutDeps), level, settleSupplementJob(fulfilmentDeps)]
  const jobs = createJobs({ ...base, handlers })
  return async () => {
    await dispatcher.drain()
    await sweepAttempts(checkoutDeps)
    await payments.checkPayments()
    await fulfilment.settleCredits()
    await payments.redriveRefunds()
    await dispatcher.drain()
    await sweepAttempts(checkoutDeps)
    await jobs.drain()
    await settleUnordered(checkoutDeps)
    await fulfilment.serveBackorders()
  }
}
