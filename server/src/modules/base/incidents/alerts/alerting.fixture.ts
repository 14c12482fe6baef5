import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { after } from '#kernel/time'
import { type Database, sql } from '#platform/db'
import { createOutbound, type Outbound } from '#platform/net'
import { aReceiver, type Receiver } from '#testing/webhooks'
import type { Severity } from '../incident.ts'
import { createIncidents, type Incidents } from '../index.ts'
import type { Transport, TransportName } from './alert.ts'
import { type AlertingDeps, sendDue } from './alerting.ts'
import { scheduleMs } from './retry.ts'

export const start = new Date('2026-01-02T03:04:05Z')
export const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const key = 'webhooks.endpoint-disabled'

type World = {
  database: Database
  sinks: Record<TransportName, Receiver>
  /** The clock of everything here. */
  time: Date
}

/** Set before each test of the file that uses it. */
export const world = {} as World
let outbound: Outbound

/** One database for the file, two receivers for each test, and a clock that stands still. */
export function useAlerting(): void {
  beforeAll(async () => {
    world.database = await freshDatabase()
    outbound = createOutbound({ allowPrivate: true, userAgent: 'Purveyor' })
  })
  afterAll(async () => {
    await outbound.close()
    await world.database.close()
  })
  beforeEach(async () => {
    const { pool } = world.database
    world.time = start
    world.sinks = { primary: await aReceiver(), secondary: await aReceiver() }
    await sql`delete from incidents.deliveries`.execute(pool)
    await sql`delete from incidents.incidents`.execute(pool)
    await sql`update incidents.transports set next_at = ${start}, tested_as = null`.execute(pool)
  })
  afterEach(() => Promise.all([world.sinks.primary.close(), world.sinks.secondary.close()]))
}

export const operator: Actor = {
  kind: 'person',
  id: 'usr_1',
  companyId: 'co_1',
  roles: new Set(['operator']),
  scopes: new Set(),
}

export function createAlerting(...names: TransportName[]) {
  const transports: Transport[] = names.map((name) => {
    const bearerToken = `token of ${name}`
    return { name, url: world.sinks[name].url, bearerToken, format: 'generic' }
  })
  const now = () => world.time
  const incidents = createIncidents({ database: world.database, now, transports })
  const deps: AlertingDeps = {
    database: world.database,
    outbound,
    transports,
    environment: 'test',
    now,
    log,
    random: () => 0.5,
  }
  const turn = async () => {
    for (const transport of transports) await sendDue(deps, transport, AbortSignal.timeout(20_000))
  }
  const exhaust = async () => {
    for (const ms of scheduleMs) {
      world.time = after(world.time, ms)
      await turn()
    }
  }
  return { incidents, deps, turn, exhaust }
}

export function aSighting(dedupeKey: string, severity: Severity) {
  const summary = 'A webhook endpoint was disabled.'
  return { key, severity, summary, details: { failures: 12 }, dedupeKey, now: world.time } as const
}

export function notify(incidents: Incidents, dedupeKey = 'some', severity: Severity = 'warning') {
  return world.database.transaction((tx) => incidents.notify(tx, aSighting(dedupeKey, severity)))
}

export function resolve(incidents: Incidents, dedupeKey = 'some') {
  return world.database.transaction((tx) =>
    incidents.resolve(tx, { key, dedupeKey, now: world.time }),
  )
}

/** One transaction, as when a whole region fails. */
export function notifyMany(incidents: Incidents, batch: number, count: number) {
  return world.database.transaction(async (tx) => {
    for (let one = 0; one < count; one += 1) {
      await incidents.notify(tx, aSighting(`${batch}.${one}`, 'warning'))
    }
  })
}

export type ReceivedAlert = {
  readonly key: string
  readonly status: string
  readonly dedupeKey: string
  readonly attempt: number
  readonly details: Readonly<Record<string, unknown>>
}

export function receivedAlerts(name: TransportName): ReceivedAlert[] {
  return world.sinks[name].received.map(({ body }) => JSON.parse(body) as ReceivedAlert)
}

export function dedupeKeys(name: TransportName): string[] {
  return receivedAlerts(name)
    .map(({ dedupeKey }) => dedupeKey)
    .sort()
}

export async function states(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select transport || ' ' || status || ' ' || state as word from incidents.deliveries
    order by transport, status, notice
  `.execute(world.database.pool)
  return rows.map(({ word }) => word)
}
