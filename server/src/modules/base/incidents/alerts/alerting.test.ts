import { describe, expect, it } from 'vitest'
import { after, daysMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import type { TransportName } from './alert.ts'
import {
  aSighting,
  createAlerting,
  dedupeKeys,
  key,
  log,
  notify,
  operator,
  receivedAlerts,
  resolve,
  start,
  states,
  useAlerting,
  world,
} from './alerting.fixture.ts'
import { alertSweepings } from './alerting.ts'
import { scheduleMs } from './retry.ts'

useAlerting()

describe('an alert', () => {
  it('is queued by the commit that saw the problem, and arrives with its token', async () => {
    const { incidents, turn } = createAlerting('primary')
    const undone = world.database.transaction(async (tx) => {
      await incidents.notify(tx, aSighting('undone', 'warning'))
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await notify(incidents)
    await notify(incidents)
    await turn()

    expect(receivedAlerts('primary')).toMatchObject([
      { key, severity: 'warning', status: 'firing', attempt: 1, environment: 'test' },
    ])
    expect(world.sinks.primary.received[0]?.headers.authorization).toBe('Bearer token of primary')
  })

  it('goes to the secondary transport only when it is critical', async () => {
    const { incidents, turn } = createAlerting('primary', 'secondary')
    await notify(incidents, 'mild', 'warning')
    await notify(incidents, 'grave', 'critical')
    await turn()

    expect(dedupeKeys('primary')).toEqual(['grave', 'mild'])
    expect(dedupeKeys('secondary')).toEqual(['grave'])
  })

  it('goes to the secondary transport at once when its incident becomes critical', async () => {
    const { incidents, turn } = createAlerting('primary', 'secondary')
    await notify(incidents, 'rising', 'warning')
    await turn()
    await notify(incidents, 'rising', 'critical')
    await turn()

    expect(dedupeKeys('primary')).toEqual(['rising', 'rising'])
    expect(dedupeKeys('secondary')).toEqual(['rising'])
    await resolve(incidents, 'rising')
    await turn()
    expect(receivedAlerts('secondary').map(({ status }) => status)).toEqual(['firing', 'resolved'])
  })

  it('goes to the secondary transport when only that one is configured', async () => {
    const { incidents, turn } = createAlerting('secondary')
    await notify(incidents)
    await turn()
    expect(receivedAlerts('secondary')).toHaveLength(1)
  })

  it.each([500, 503, 429, 408, 404, 302])(
    'is retried after status %i on schedule',
    async (status) => {
      const { incidents, turn } = createAlerting('primary')
      world.sinks.primary.answers({ status })
      await notify(incidents)

      for (const [made, ms] of scheduleMs.entries()) {
        world.time = after(world.time, ms - 1)
        if (ms > 0) await turn()
        expect(world.sinks.primary.received).toHaveLength(made)
        world.time = after(world.time, 1)
        await turn()
        expect(world.sinks.primary.received).toHaveLength(made + 1)
      }

      expect(receivedAlerts('primary').map(({ attempt }) => attempt)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8,
      ])
      expect(await states()).toEqual(['primary firing DEAD_LETTER'])
      world.time = after(world.time, minutesMs(3))
      expect(await incidents.alertMetrics()).toMatchObject({
        pending: 0,
        deadLettered: 1,
        oldestDeadLetterAgeSeconds: 180,
      })
    },
  )

  it('is pending, and ages, until it is delivered', async () => {
    const { incidents, turn } = createAlerting('primary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await turn()
    world.time = after(start, minutesMs(1))
    expect(await incidents.alertMetrics()).toEqual({
      pending: 1,
      oldestPendingAgeSeconds: 60,
      permanentlyDropped: 0,
      deadLettered: 0,
      oldestDeadLetterAgeSeconds: 0,
      collapsed: 0,
    })

    world.sinks.primary.answers({ status: 202 })
    await turn()
    expect(await incidents.alertMetrics()).toMatchObject({ pending: 0, oldestPendingAgeSeconds: 0 })
  })
})

describe('a dead letter', () => {
  it('goes to the secondary transport, which alone gets the resolution', async () => {
    const { incidents, turn, exhaust } = createAlerting('primary', 'secondary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await exhaust()
    await turn()
    expect(receivedAlerts('primary')).toHaveLength(8)
    expect(receivedAlerts('secondary')).toMatchObject([{ status: 'firing', attempt: 1 }])

    await resolve(incidents)
    await turn()
    expect(receivedAlerts('primary')).toHaveLength(8)
    expect(receivedAlerts('secondary').map(({ status }) => status)).toEqual(['firing', 'resolved'])
  })

  it('is replayed once, however often a person asks, and counts as dropped', async () => {
    const { incidents, turn, exhaust } = createAlerting('primary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents, 'one')
    await notify(incidents, 'two')
    await exhaust()

    world.sinks.primary.answers({ status: 204 })
    const before = world.sinks.primary.received.length
    const dead = await sql<{ id: string }>`
      select id from incidents.deliveries where state = 'DEAD_LETTER' order by id
    `.execute(world.database.pool)
    const oldest = dead.rows[0]?.id
    expect(await incidents.replayDeadLetters(operator, 1)).toEqual({
      requested: 1,
      replayed: 1,
      alertIds: [oldest],
      remaining: 1,
    })
    const twins = await Promise.all([
      incidents.replayDeadLetters(operator, 50),
      incidents.replayDeadLetters(operator, 50),
    ])
    expect(twins.map(({ replayed }) => replayed).sort()).toEqual([0, 1])
    await turn()
    await turn()

    expect(world.sinks.primary.received).toHaveLength(before + 2)
    expect(await incidents.replayDeadLetters(operator, 50)).toMatchObject({ replayed: 0 })
    expect(await incidents.alertMetrics()).toMatchObject({ deadLettered: 0, permanentlyDropped: 2 })
  })

  it('that is replayed after the resolution is followed by the resolution', async () => {
    const { incidents, turn, exhaust } = createAlerting('primary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await exhaust()
    await resolve(incidents)
    world.sinks.primary.answers({ status: 204 })
    const before = world.sinks.primary.received.length
    await incidents.replayDeadLetters(operator, 50)
    await turn()
    await turn()

    const replayed = receivedAlerts('primary').slice(before)
    expect(replayed.map(({ status }) => status)).toEqual(['firing', 'resolved'])
  })
})

describe('the resolution of an incident', () => {
  it('reaches every transport that got the firing alert, even days later', async () => {
    const { incidents, turn } = createAlerting('primary', 'secondary')
    await notify(incidents, 'grave', 'critical')
    await notify(incidents, 'mild', 'warning')
    await turn()
    world.time = after(start, daysMs(3))
    await resolve(incidents, 'grave')
    await resolve(incidents, 'mild')
    await turn()

    const ends = (name: TransportName) =>
      receivedAlerts(name)
        .filter(({ status }) => status === 'resolved')
        .map(({ dedupeKey }) => dedupeKey)
        .sort()
    expect(ends('primary')).toEqual(['grave', 'mild'])
    expect(ends('secondary')).toEqual(['grave'])
  })

  it('never overtakes the firing alert', async () => {
    const { incidents, turn } = createAlerting('primary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents)
    await turn()
    await resolve(incidents)
    world.sinks.primary.answers({ status: 204 })
    await turn()
    expect(receivedAlerts('primary')).toHaveLength(1)

    world.time = after(start, secondsMs(15))
    await turn()
    await turn()
    expect(receivedAlerts('primary').map(({ status }) => status)).toEqual([
      'firing',
      'firing',
      'resolved',
    ])
  })

  it('cancels a repeat that is still queued', async () => {
    const { incidents, turn } = createAlerting('primary')
    await notify(incidents)
    await turn()
    world.time = after(start, minutesMs(16))
    await notify(incidents)
    await resolve(incidents)
    await turn()

    expect(receivedAlerts('primary').map(({ status }) => status)).toEqual(['firing', 'resolved'])
    expect(await states()).toEqual([
      'primary firing DELIVERED',
      'primary firing SUPERSEDED',
      'primary resolved DELIVERED',
    ])
  })
})

describe('one transport', () => {
  it('does not repeat the delivery of another one when it fails', async () => {
    const { incidents, exhaust } = createAlerting('primary', 'secondary')
    world.sinks.primary.answers({ status: 500 })
    await notify(incidents, 'grave', 'critical')
    await exhaust()

    expect(receivedAlerts('primary')).toHaveLength(8)
    expect(receivedAlerts('secondary')).toHaveLength(1)
    expect(await states()).toEqual(['primary firing DEAD_LETTER', 'secondary firing DELIVERED'])
  })
})

describe('a late alert worker', () => {
  it('changes nothing', async () => {
    const { incidents, deps, turn } = createAlerting('primary')
    world.sinks.primary.answers({ status: 500, delayMs: 1_500 })
    await notify(incidents)
    const late = turn()
    await expect.poll(() => world.sinks.primary.received.length).toBe(1)

    world.time = after(start, secondsMs(61))
    for (const sweeping of alertSweepings(deps))
      await sweepOnce(world.database, sweeping, world.time, log)
    world.sinks.primary.answers({ status: 204 })
    await turn()
    expect(await states()).toEqual(['primary firing DELIVERED'])

    await late
    expect(await states()).toEqual(['primary firing DELIVERED'])
    expect(await incidents.alertMetrics()).toMatchObject({ pending: 0, deadLettered: 0 })
  })

  it('that died in the last attempt leaves a dead letter for the secondary transport', async () => {
    const { incidents, deps, turn } = createAlerting('primary', 'secondary')
    await notify(incidents)
    await sql`update incidents.deliveries set state = 'SENDING', attempts = 8, lease_token = 'lost',
      lease_until = ${world.time}`.execute(world.database.pool)
    for (const sweeping of alertSweepings(deps))
      await sweepOnce(world.database, sweeping, world.time, log)
    await turn()

    expect(await states()).toEqual(['primary firing DEAD_LETTER', 'secondary firing DELIVERED'])
    expect(await incidents.alertMetrics()).toMatchObject({ permanentlyDropped: 1 })
  })
})
