import pino from 'pino'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createTallies, purgeTallies } from './index.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')

function talliesAt(clock: { now: Date }) {
  return createTallies({ database, now: () => clock.now, log: pino({ level: 'silent' }) })
}

it('the tallies add up what all processes count, and outlive them', async () => {
  const [one, other] = [talliesAt({ now: noon }), talliesAt({ now: noon })]
  one.add('shared.latency', 20)
  one.add('shared.latency', 30)
  other.add('shared.latency', 50)
  await Promise.all([one.close(), other.close()])

  const read = await talliesAt({ now: noon }).read(['shared.latency', 'shared.nothing'])

  expect(read).toEqual({
    'shared.latency': { count: 3, sum: 100 },
    'shared.nothing': { count: 0, sum: 0 },
  })
})

it('the tallies drop what is older than 24 hours', async () => {
  const clock = { now: noon }
  const tallies = talliesAt(clock)
  tallies.add('sliding.events')
  clock.now = after(noon, hoursMs(23))
  tallies.add('sliding.events')
  expect((await tallies.read(['sliding.events']))['sliding.events'].count).toBe(2)

  clock.now = after(noon, hoursMs(24) + minutesMs(5))

  expect((await tallies.read(['sliding.events']))['sliding.events'].count).toBe(1)
})

it('the tallies show an hourly trend', async () => {
  const clock = { now: noon }
  const tallies = talliesAt(clock)
  for (const minutes of [0, 7, 61]) {
    clock.now = after(noon, minutesMs(minutes))
    tallies.add('hourly.events', 2)
  }

  expect(await tallies.hourly('hourly.events')).toEqual([
    { startsAt: noon, count: 2, sum: 4 },
    { startsAt: after(noon, hoursMs(1)), count: 1, sum: 2 },
  ])
})

it('the tallies show the last hour in slots of five minutes', async () => {
  const clock = { now: noon }
  const tallies = talliesAt(clock)
  for (const minutes of [0, 7, 8, 61]) {
    clock.now = after(noon, minutesMs(minutes))
    tallies.add('sliding.slots', 2)
  }

  expect(await tallies.slots('sliding.slots', hoursMs(1))).toEqual([
    { startsAt: after(noon, minutesMs(5)), count: 2, sum: 4 },
    { startsAt: after(noon, minutesMs(60)), count: 1, sum: 2 },
  ])
  expect((await tallies.read(['sliding.slots'], hoursMs(1)))['sliding.slots']).toEqual({
    count: 3,
    sum: 6,
  })
})

it('the tallies keep what they could not write for the next time', async () => {
  const tallies = talliesAt({ now: noon })
  await sql`alter table platform.tallies rename to tallies_elsewhere`.execute(database.pool)
  tallies.add('kept.events')
  await tallies.flush()
  await sql`alter table platform.tallies_elsewhere rename to tallies`.execute(database.pool)

  expect((await tallies.read(['kept.events']))['kept.events'].count).toBe(1)
})

it('the tallies delete what no window reads', async () => {
  const tallies = talliesAt({ now: noon })
  tallies.add('purged.events')
  await tallies.flush()
  await purgeTallies(database.pool, after(noon, hoursMs(1)))

  expect((await tallies.read(['purged.events']))['purged.events'].count).toBe(0)
})
