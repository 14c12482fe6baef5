import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@purveyor/sandbox'
import { readSettings } from '#platform/config'
import { startLocalPostgres } from '#platform/db'
import { freePort } from '#platform/ports'
import { createLog, createMetrics } from '#platform/telemetry'
import type { App, AppParts } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { settingsSlices } from '../../src/app/modules.ts'

/** The service over a PostgreSQL of its own, with the sandbox beside it. Its clock is paused still. */
export type Stage = {
  readonly databaseUrl: string
  readonly baseUrl: string
  readonly parts: AppParts
  readonly now: Date
  /** Starts a process that only works in the background. */
  startWorker(): Promise<App>
  /** Stops the service and its workers: from then on nothing writes to the database by itself. */
  stopService(): Promise<void>
  close(): Promise<void>
}

/** Later than the instants that PostgreSQL writes by itself while it migrates. */
const aheadMs = 3_600_000
/** Rows change only by what the flows do: no vacuum or analysis comes between. */
const serverSettings = { autovacuum: 'off', max_parallel_workers_per_gather: '0' }

const secret = () => randomBytes(32).toString('hex')

export async function openStage(): Promise<Stage> {
  const now = new Date(Date.now() + aheadMs)
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-sql-'))
  const log = createLog({ level: 'silent' })
  const postgres = await startLocalPostgres({
    dataDir: folder,
    log: { info: () => undefined, warn: console.error },
    durable: false,
    settings: serverSettings,
  })
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const [paymentsApiKey, paymentsEventSecret] = [secret(), secret()]
  const sandbox = await startSandbox({
    port: 0,
    dataDir: folder,
    paymentsApiKey,
    paymentsEventSecret,
    paymentsEventsUrl: `${baseUrl}/payments/providers/sandbox/events`,
    now: () => now,
    log,
  })
  const environment = {
    ...settingsOf(sandbox),
    BASE_URL: baseUrl,
    DOCUMENT_DB_URL: postgres.url,
    PAYMENTS_SANDBOX_API_KEY: paymentsApiKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: paymentsEventSecret,
  }
  const createRole = (role: 'api' | 'worker'): App =>
    createApp({
      settings: readSettings(settingsSlices, { ...environment, PURVEYOR_ROLES: role }),
      log: process.env.SQL_LOG ? createLog({ level: 'debug' }) : log,
      metrics: createMetrics(),
      now: () => now,
      version: '0.0.0',
    })
  const api = createRole('api')
  await api.http.listen({ host: '127.0.0.1', port })
  await api.start()
  if (!api.parts) throw new Error('The service lacks a required setting.')
  const started: App[] = [api]
  return {
    databaseUrl: postgres.url,
    baseUrl,
    parts: api.parts,
    now,
    startWorker: async () => {
      const worker = createRole('worker')
      started.push(worker)
      await worker.start()
      return worker
    },
    stopService: () => stopAll(started),
    close: async () => {
      await stopAll(started)
      await sandbox.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each is stopped once, however often this is called. */
async function stopAll(started: App[]): Promise<void> {
  for (const app of started.splice(0)) await app.stop()
}

/** The settings of both roles: the sandbox plays the world outside. */
function settingsOf(sandbox: Awaited<ReturnType<typeof startSandbox>>) {
  return {
    APP_ENV: 'test',
    CACHE_URL: 'memory:',
    JWT_ACCESS_SECRET: secret(),
    JWT_REFRESH_SECRET: secret(),
    MAIL_SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Purveyor <no-reply@purveyor.example>',
    INCIDENT_ALERT_WEBHOOK_URL: sandbox.url,
    INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: secret(),
    PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
    // A worker asks for chat sessions only if there is a companion. No session waits here, so nobody calls it.
    AI_AGENT_BASE_URL: sandbox.url,
  }
}
