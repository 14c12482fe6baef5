import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createGauges, purgeGauges } from './index.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')
let now = noon

beforeEach(async () => {
  now = noon
  await sql`delete from platform.gauges`.execute(database.pool)
})

/** A process that has something, as a function that changes what it has. */
function aProcess(value: number, since?: Date) {
  const gauges = createGauges({ database, now: () => now, log: pino({ level: 'silent' }) })
  let gauge = { value, since }
  gauges.register('shared.open', () => gauge)
  return {
    change: (next: typeof gauge) => {
      gauge = next
    },
    read: async () => (await gauges.read(['shared.open', 'shared.nothing']))['shared.open'],
    readNothing: async () => (await gauges.read(['shared.nothing']))['shared.nothing'],
    close: gauges.close,
  }
}

it('the gauges add up what all processes have now, since the earliest of them', async () => {
  const [one, other] = [aProcess(2, noon), aProcess(3, after(noon, -minutesMs(5)))]
  await one.read()

  expect(await other.read()).toEqual({ value: 5, since: after(noon, -minutesMs(5)) })
  other.change({ value: 1, since: undefined })
  await other.read()
  expect(await one.read()).toEqual({ value: 3, since: noon })
  expect(await one.readNothing()).toEqual({ value: 0 })
})

it('the gauges know at once of a process that has stopped or has nothing any more', async () => {
  const [one, other] = [aProcess(2), aProcess(3)]
  await one.read()
  await one.close()
  expect(await other.read()).toMatchObject({ value: 3 })

  other.change({ value: 0, since: undefined })
  expect(await other.read()).toEqual({ value: 0 })
})

it('the gauges forget a process that was killed after 30 seconds', async () => {
  const [killed, other] = [aProcess(2), aProcess(3)]
  await killed.read()
  now = after(noon, 29_000)
  expect(await other.read()).toMatchObject({ value: 5 })

  now = after(noon, 30_000)
  expect(await other.read()).toMatchObject({ value: 3 })
  await purgeGauges(database.pool, now)
  const { rows } = await sql`select from platform.gauges`.execute(database.pool)
  expect(rows).toHaveLength(1)
})

it('the gauges write nothing while a process has nothing', async () => {
  const idle = aProcess(0)
  await idle.read()

  const { rows } = await sql`select from platform.gauges`.execute(database.pool)
  expect(rows).toEqual([])
})
