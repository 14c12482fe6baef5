import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { after, daysMs, minutesMs, secondsMs } from '#kernel/time'
import { type Database, sql } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import { createOutbound, type Outbound } from '#platform/net'
import { aReceiver, type Receiver } from '#testing/webhooks'
import type { Transport, TransportName } from './alert.ts'
import { type AlertingDeps, alertSweepings, sendDue } from './alerting.ts'
import { endStorms } from './every-minute.ts'
import type { Severity } from './incident.ts'
import { createIncidents, type Incidents, testTransports, untestedTransports } from './index.ts'
import { scheduleMs } from './retry.ts'

const start = new Date('2026-01-02T03:04:05Z')
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const key = 'webhooks.endpoint-disabled'

let database: Database
let outbound: Outbound
let sinks: Record<TransportName, Receiver>
let time: Date

beforeAll(async () => {
  database = await freshDatabase()
  outbound = createOutbound({ allowPrivate: true, userAgent: 'Purveyor' })
})
afterAll(async () => {
  await outbound.close()
  await database.close()
})
beforeEach(async () => {
  time = start
  sinks = { primary: await aReceiver(), secondary: await aReceiver() }
  await sql`delete from incidents.deliveries`.execute(database.pool)
  await sql`delete from incidents.incidents`.execute(database.pool)
  await sql`update incidents.transports set next_at = ${start}, tested_as = null`.execute(
    database.pool,
  )
})
afterEach(() => Promise.all([sinks.primary.close(), sinks.secondary.close()]))

describe('an alert', () => {
  it('is there once the transaction that saw the trouble commits, and arrives with its token', async () => {
    const { incidents, turn } = alerting('primary')
    const undone = database.transaction(async (tx) => {
      await incidents.notify(tx, sighting('undone', 'warning'))
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await notify(incidents)
    await notify(incidents)
    await turn()

    expect(arrived('primary')).toMatchObject([
      { key, severity: 'warning', status: 'firing', attempt: 1, environment: 'test' },
    ])
    expect(sinks.primary.received[0]?.headers.authorization).toBe('Bearer token of primary')
  })

  it('goes to the secondary transport only when it is critical', async () => {
    const { incidents, turn } = alerting('primary', 'secondary')
    await notify(incidents, 'mild', 'warning')
    await notify(incidents, 'grave', 'critical')
    await turn()

    expect(dedupeKeys('primary')).toEqual(['grave', 'mild'])
    expect(dedupeKeys('secondary')).toEqual(['grave'])
  })

  it('goes to the secondary transport when that is the only one', async () => {
    const { incidents, turn } = alerting('secondary')
    await notify(incidents)
    await turn()
    expect(arrived('secondary')).toHaveLength(1)
  })

  it.each([500, 503, 429, 408, 404, 302])(
    'is tried again after %i, at its times',
    async (status) => {
      const { incidents, turn } = alerting('primary')
      sinks.primary.answers({ status })
      await notify(incidents)

      for (const [made, ms] of scheduleMs.entries()) {
        time = after(time, ms - 1)
        if (ms > 0) await turn()
        expect(sinks.primary.received).toHaveLength(made)
        time = after(time, 1)
        await turn()
        expect(sinks.primary.received).toHaveLength(made + 1)
      }

      expect(arrived('primary').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await states()).toEqual(['primary firing DEAD_LETTER'])
      expect(await incidents.alertMetrics()).toMatchObject({ pending: 0, deadLettered: 1 })
    },
  )

  it('is pending, and grows old, until it is taken', async () => {
    const { incidents, turn } = alerting('primary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await turn()
    time = after(start, minutesMs(1))
    expect(await incidents.alertMetrics()).toEqual({
      pending: 1,
      oldestPendingAgeSeconds: 60,
      permanentlyDropped: 0,
      deadLettered: 0,
      collapsed: 0,
    })

    sinks.primary.answers({ status: 202 })
    await turn()
    expect(await incidents.alertMetrics()).toMatchObject({ pending: 0, oldestPendingAgeSeconds: 0 })
  })
})

describe('a receiver that asks us to wait', () => {
  it.each([
    ['120', 120],
    ['Fri, 02 Jan 2026 03:06:05 GMT', 120],
    ['1', 15],
    ['999999', 3_600],
    ['soon', 15],
  ])('with Retry-After: %s is asked again after %d s', async (header, seconds) => {
    const { incidents, turn } = alerting('primary')
    sinks.primary.answers({ status: 429, headers: { 'retry-after': header } })
    await notify(incidents)
    await turn()

    time = after(start, secondsMs(seconds) - 1)
    await turn()
    expect(sinks.primary.received).toHaveLength(1)
    time = after(start, secondsMs(seconds))
    await turn()
    expect(sinks.primary.received).toHaveLength(2)
  })
})

describe('a storm of incidents', () => {
  it('is at most 100 calls a minute, whose counts add up', async () => {
    const { incidents, turn } = alerting('primary')
    const total = 2_000
    for (let second = 0; second < 60; second += 1) {
      time = after(start, secondsMs(second))
      if (second < 20) await notifyMany(incidents, second, total / 20)
      await turn()
    }

    const told = arrived('primary')
    const summaries = told.filter(({ key }) => key === 'incidents.alert-storm')
    const collapsed = summaries.reduce((sum, { details }) => sum + Number(details.collapsed), 0)
    const { pending, collapsed: counted } = await incidents.alertMetrics()
    expect(told.length).toBeLessThanOrEqual(100)
    expect(summaries.length).toBeGreaterThan(0)
    const waiting = await waitingSummaries()
    expect(collapsed + waiting.collapsed).toBe(counted)
    expect(told.length - summaries.length + counted + pending - waiting.count).toBe(total)
  })

  it('tells no end of what was only in the summary, and ends itself when it is quiet', async () => {
    const { incidents, deps, turn } = alerting('primary')
    await notifyMany(incidents, 0, 300)
    await turn()
    await database.transaction((tx) => incidents.resolve(tx, { key, dedupeKey: '0.7', now: time }))
    time = after(start, minutesMs(6))
    await endStorms({ ...deps, incidents })
    await turn()

    expect(arrived('primary').map((one) => [one.key, one.status])).toEqual([
      ['incidents.alert-storm', 'firing'],
      ['incidents.alert-storm', 'resolved'],
    ])
  })
})

describe('a test of the transports', () => {
  it('counts until a transport is set otherwise', async () => {
    const { deps } = alerting('primary', 'secondary')
    sinks.secondary.answers({ status: 401 })
    expect(await untestedTransports(deps)).toHaveLength(2)

    const tests = await testTransports(deps, operator)

    expect(tests).toMatchObject([
      { transport: 'primary', passed: true },
      { transport: 'secondary', passed: false, error: 'status 401' },
    ])
    expect(arrived('primary').map((one) => [one.key, one.status])).toEqual([
      ['incidents.test', 'firing'],
      ['incidents.test', 'resolved'],
    ])
    expect(await untestedTransports(deps)).toEqual([
      'The secondary transport failed its test: status 401',
    ])
    const moved = deps.transports.map((one) => ({ ...one, bearerToken: 'another' }))
    expect(await untestedTransports({ ...deps, transports: moved })).toHaveLength(2)
  })
})

describe('a dead letter', () => {
  it('goes to the secondary transport, which alone is told of the end', async () => {
    const { incidents, turn, exhaust } = alerting('primary', 'secondary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await exhaust()
    await turn()
    expect(arrived('primary')).toHaveLength(8)
    expect(arrived('secondary')).toMatchObject([{ status: 'firing', attempt: 1 }])

    await resolve(incidents)
    await turn()
    expect(arrived('primary')).toHaveLength(8)
    expect(arrived('secondary').map(({ status }) => status)).toEqual(['firing', 'resolved'])
  })

  it('is replayed once, however often that is asked, and counted as dropped for good', async () => {
    const { incidents, turn, exhaust } = alerting('primary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents, 'one')
    await notify(incidents, 'two')
    await exhaust()

    sinks.primary.answers({ status: 204 })
    const before = sinks.primary.received.length
    expect(await incidents.replayDeadLetters(operator, 1)).toEqual({
      requested: 1,
      replayed: 1,
      remaining: 1,
    })
    const twins = await Promise.all([
      incidents.replayDeadLetters(operator, 50),
      incidents.replayDeadLetters(operator, 50),
    ])
    expect(twins.map(({ replayed }) => replayed).sort()).toEqual([0, 1])
    await turn()
    await turn()

    expect(sinks.primary.received).toHaveLength(before + 2)
    expect(await incidents.replayDeadLetters(operator, 50)).toMatchObject({ replayed: 0 })
    expect(await incidents.alertMetrics()).toMatchObject({ deadLettered: 0, permanentlyDropped: 2 })
  })

  it('that is replayed after the end is followed by the end', async () => {
    const { incidents, turn, exhaust } = alerting('primary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await exhaust()
    await resolve(incidents)
    sinks.primary.answers({ status: 204 })
    const before = sinks.primary.received.length
    await incidents.replayDeadLetters(operator, 50)
    await turn()
    await turn()

    const replayed = arrived('primary').slice(before)
    expect(replayed.map(({ status }) => status)).toEqual(['firing', 'resolved'])
  })
})

describe('the end of an incident', () => {
  it('is told to every transport that was told of its beginning, even days later', async () => {
    const { incidents, turn } = alerting('primary', 'secondary')
    await notify(incidents, 'grave', 'critical')
    await notify(incidents, 'mild', 'warning')
    await turn()
    time = after(start, daysMs(3))
    await resolve(incidents, 'grave')
    await resolve(incidents, 'mild')
    await turn()

    const ends = (name: TransportName) =>
      arrived(name)
        .filter(({ status }) => status === 'resolved')
        .map(({ dedupeKey }) => dedupeKey)
        .sort()
    expect(ends('primary')).toEqual(['grave', 'mild'])
    expect(ends('secondary')).toEqual(['grave'])
  })

  it('never overtakes its beginning', async () => {
    const { incidents, turn } = alerting('primary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await turn()
    await resolve(incidents)
    sinks.primary.answers({ status: 204 })
    await turn()
    expect(arrived('primary')).toHaveLength(1)

    time = after(start, secondsMs(15))
    await turn()
    await turn()
    expect(arrived('primary').map(({ status }) => status)).toEqual(['firing', 'firing', 'resolved'])
  })

  it('makes a repeat that has not left needless', async () => {
    const { incidents, turn } = alerting('primary')
    await notify(incidents)
    await turn()
    time = after(start, minutesMs(16))
    await notify(incidents)
    await resolve(incidents)
    await turn()

    expect(arrived('primary').map(({ status }) => status)).toEqual(['firing', 'resolved'])
    expect(await states()).toEqual([
      'primary firing DELIVERED',
      'primary firing SUPERSEDED',
      'primary resolved DELIVERED',
    ])
  })
})

describe('one transport', () => {
  it('that fails does not have another sent again', async () => {
    const { incidents, exhaust } = alerting('primary', 'secondary')
    sinks.primary.answers({ status: 500 })
    await notify(incidents, 'grave', 'critical')
    await exhaust()

    expect(arrived('primary')).toHaveLength(8)
    expect(arrived('secondary')).toHaveLength(1)
    expect(await states()).toEqual(['primary firing DEAD_LETTER', 'secondary firing DELIVERED'])
  })
})

describe('a worker that is late', () => {
  it('changes nothing any more', async () => {
    const { incidents, deps, turn } = alerting('primary')
    sinks.primary.answers({ status: 500, delayMs: 1_500 })
    await notify(incidents)
    const late = turn()
    await expect.poll(() => sinks.primary.received.length).toBe(1)

    time = after(start, secondsMs(61))
    for (const sweeping of alertSweepings(deps)) await sweepOnce(database, sweeping, time, log)
    sinks.primary.answers({ status: 204 })
    await turn()
    expect(await states()).toEqual(['primary firing DELIVERED'])

    await late
    expect(await states()).toEqual(['primary firing DELIVERED'])
    expect(await incidents.alertMetrics()).toMatchObject({ pending: 0, deadLettered: 0 })
  })

  it('that died in the last attempt leaves a dead letter, which goes to the secondary', async () => {
    const { incidents, deps, turn } = alerting('primary', 'secondary')
    await notify(incidents)
    await sql`update incidents.deliveries set state = 'SENDING', attempts = 8, lease_token = 'lost',
      lease_until = ${time}`.execute(database.pool)
    for (const sweeping of alertSweepings(deps)) await sweepOnce(database, sweeping, time, log)
    await turn()

    expect(await states()).toEqual(['primary firing DEAD_LETTER', 'secondary firing DELIVERED'])
    expect(await incidents.alertMetrics()).toMatchObject({ permanentlyDropped: 1 })
  })
})

const operator: Actor = {
  kind: 'person',
  id: 'usr_1',
  companyId: 'co_1',
  roles: new Set(['operator']),
  scopes: new Set(),
}

function alerting(...names: TransportName[]) {
  const transports: Transport[] = names.map((name) => {
    const bearerToken = `token of ${name}`
    return { name, url: sinks[name].url, bearerToken, format: 'generic' }
  })
  const now = () => time
  const incidents = createIncidents({ database, now, transports })
  const deps: AlertingDeps = {
    database,
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
      time = after(time, ms)
      await turn()
    }
  }
  return { incidents, deps, turn, exhaust }
}

function sighting(dedupeKey: string, severity: Severity) {
  const summary = 'A webhook endpoint was disabled.'
  return { key, severity, summary, details: { failures: 12 }, dedupeKey, now: time } as const
}

function notify(incidents: Incidents, dedupeKey = 'some', severity: Severity = 'warning') {
  return database.transaction((tx) => incidents.notify(tx, sighting(dedupeKey, severity)))
}

function resolve(incidents: Incidents, dedupeKey = 'some') {
  return database.transaction((tx) => incidents.resolve(tx, { key, dedupeKey, now: time }))
}

/** One transaction, as when a whole region fails. */
function notifyMany(incidents: Incidents, batch: number, count: number) {
  return database.transaction(async (tx) => {
    for (let one = 0; one < count; one += 1) {
      await incidents.notify(tx, sighting(`${batch}.${one}`, 'warning'))
    }
  })
}

type Told = {
  readonly key: string
  readonly status: string
  readonly dedupeKey: string
  readonly attempt: number
  readonly details: Readonly<Record<string, unknown>>
}

function arrived(name: TransportName): Told[] {
  return sinks[name].received.map(({ body }) => JSON.parse(body) as Told)
}

function dedupeKeys(name: TransportName): string[] {
  return arrived(name)
    .map(({ dedupeKey }) => dedupeKey)
    .sort()
}

/** Summaries that were written and have not left yet. */
async function waitingSummaries() {
  const { rows } = await sql<{ collapsed: number }>`
    select (d.details ->> 'collapsed')::int as collapsed
    from incidents.deliveries d join incidents.incidents i on i.id = d.incident_id
    where i.key = 'incidents.alert-storm' and d.state in ('PENDING', 'RETRYING')
  `.execute(database.pool)
  return { count: rows.length, collapsed: rows.reduce((sum, row) => sum + row.collapsed, 0) }
}

async function states(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select transport || ' ' || status || ' ' || state as word from incidents.deliveries
    order by transport, status, notice
  `.execute(database.pool)
  return rows.map(({ word }) => word)
}
