import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createIncidents } from '#modules/incidents'
import { sql } from '#platform/db'
import { vacuumLooker, vacuumProbe } from './vacuum-probe.ts'

/** The seconds are never reached here: transactions count without a clock. */
const limits = { snapshotSecondsMax: 3_600, snapshotTransactionsMax: 40, deadRowsMax: 50 }
const database = await useDatabase()
const now = () => new Date()
const incidents = createIncidents({ database, now })

describe('a transaction that keeps dead rows alive', () => {
  it('is named and reported while it lasts, and resolved when it ends', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

    const look = vacuumLooker({ database, incidents, now, limits, log })
    expect(await codes()).toEqual([])
    const pin = await aPin()
    await manyTransactions(60)

    expect(await codes()).toEqual(['platform.snapshot-pinned'])
    await look()
    expect(await firing()).toEqual(['platform.snapshot-pinned'])
    await pin.end()
    await look()
    expect([await codes(), await firing()]).toEqual([[], []])
  })
})

describe('a table full of dead rows', () => {
  it('is named until it is vacuumed', async () => {
    await sql`create table public.mostly_dead (id integer) with (autovacuum_enabled = false)`.execute(
      database.pool,
    )
    await database.transaction(async (tx) => {
      await sql`insert into public.mostly_dead select generate_series(1, 100)`.execute(tx)
      await sql`delete from public.mostly_dead where id <= 80`.execute(tx)
      await sql`select pg_stat_force_next_flush()`.execute(tx)
    })
    await expect.poll(codes).toEqual(['platform.dead-rows'])

    await sql`vacuum public.mostly_dead`.execute(database.pool)
    await expect.poll(codes).toEqual([])
  })
})

/** A transaction that has written something and stays open. */
async function aPin(): Promise<{ end(): Promise<void> }> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun: () => void = () => undefined
  const isOpen = new Promise<void>((resolve) => {
    begun = resolve
  })
  const pinned = database.transaction(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    begun()
    await held
  })
  await isOpen
  return {
    end: async () => {
      release()
      await pinned
    },
  }
}

async function manyTransactions(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await sql`select pg_current_xact_id()`.execute(database.pool)
  }
}

async function codes(): Promise<string[]> {
  const { problems } = await vacuumProbe({ database, now, limits }).read()
  return problems.map(({ code }) => code)
}

async function firing(): Promise<string[]> {
  return (await incidents.list({ status: 'firing' }, { limit: 10 })).map(({ key }) => key)
}
