import { describe, expect, it } from 'vitest'
import { after, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { testTransports, untestedTransports } from '../index.ts'
import {
  createAlerting,
  key,
  notify,
  notifyMany,
  operator,
  receivedAlerts,
  start,
  useAlerting,
  world,
} from './alerting.fixture.ts'
import { endStorms } from './every-minute.ts'

useAlerting()

describe('a receiver that asks for a pause', () => {
  it.each([
    ['120', 120],
    ['Fri, 02 Jan 2026 03:06:05 GMT', 120],
    ['1', 15],
    ['999999', 3_600],
    ['soon', 15],
  ])('with Retry-After: %s gets the next attempt after %d s', async (header, seconds) => {
    const { incidents, turn } = createAlerting('primary')
    world.sinks.primary.answers({ status: 429, headers: { 'retry-after': header } })
    await notify(incidents)
    await turn()

    world.time = after(start, secondsMs(seconds) - 1)
    await turn()
    expect(world.sinks.primary.received).toHaveLength(1)
    world.time = after(start, secondsMs(seconds))
    await turn()
    expect(world.sinks.primary.received).toHaveLength(2)
  })

  it('delays the secondary transport no longer than the schedule', async () => {
    const { incidents, turn } = createAlerting('primary', 'secondary')
    world.sinks.primary.answers({ status: 429, headers: { 'retry-after': '999999' } })
    await notify(incidents)
    const made: number[] = []
    for (let minute = 0; minute <= 150; minute += 1) {
      world.time = after(start, minutesMs(minute))
      await turn()
      while (made.length < world.sinks.primary.received.length) made.push(minute)
    }
    expect(made).toHaveLength(8)
    expect(made.slice(0, 3)).toEqual([0, 60, 120])
    expect(made.at(-1)).toBeLessThanOrEqual(135)
    expect(world.sinks.secondary.received).toHaveLength(1)
  })
})

describe('a storm of incidents', () => {
  it('sends at most 100 calls a minute, whose counts add up', async () => {
    const { incidents, turn } = createAlerting('primary')
    const total = 2_000
    for (let second = 0; second < 60; second += 1) {
      world.time = after(start, secondsMs(second))
      if (second < 20) await notifyMany(incidents, second, total / 20)
      await turn()
    }

    const alerts = receivedAlerts('primary')
    const summaries = alerts.filter(({ key }) => key === 'incidents.alert-storm')
    const collapsed = summaries.reduce((sum, { details }) => sum + Number(details.collapsed), 0)
    const { pending, collapsed: counted } = await incidents.alertMetrics()
    expect(alerts.length).toBeLessThanOrEqual(100)
    expect(summaries.length).toBeGreaterThan(0)
    const waiting = await waitingSummaries()
    expect(collapsed + waiting.collapsed).toBe(counted)
    expect(alerts.length - summaries.length + counted + pending - waiting.count).toBe(total)
    // Two thousand transactions: slow where others use the machine too.
  }, 180_000)

  it('sends no resolution for summarized incidents, and resolves its own when it is over', async () => {
    const { incidents, deps, turn } = createAlerting('primary')
    await notifyMany(incidents, 0, 300)
    await turn()
    await world.database.transaction((tx) =>
      incidents.resolve(tx, { key, dedupeKey: '0.7', now: world.time }),
    )
    world.time = after(start, minutesMs(6))
    await endStorms({ ...deps, incidents })
    await turn()

    expect(receivedAlerts('primary').map((one) => [one.key, one.status])).toEqual([
      ['incidents.alert-storm', 'firing'],
      ['incidents.alert-storm', 'resolved'],
    ])
  })
})

describe('a test of the transports', () => {
  it('is valid until a transport changes', async () => {
    const { deps } = createAlerting('primary', 'secondary')
    world.sinks.secondary.answers({ status: 401 })
    expect(await untestedTransports(deps)).toHaveLength(2)

    const tests = await testTransports(deps, operator)

    expect(tests).toMatchObject([
      { transport: 'primary', passed: true },
      { transport: 'secondary', passed: false, error: 'status 401' },
    ])
    expect(receivedAlerts('primary').map((one) => [one.key, one.status])).toEqual([
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

/** Summaries that were written and have not left yet. */
async function waitingSummaries() {
  const { rows } = await sql<{ collapsed: number }>`
    select (d.details ->> 'collapsed')::int as collapsed
    from incidents.deliveries d join incidents.incidents i on i.id = d.incident_id
    where i.key = 'incidents.alert-storm' and d.state in ('PENDING', 'RETRYING')
  `.execute(world.database.pool)
  return { count: rows.length, collapsed: rows.reduce((sum, row) => sum + row.collapsed, 0) }
}
