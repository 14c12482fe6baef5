import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { listPoison, noteProcesses, noteStopping, retryPoison, sweep } from '#platform/leases'
import { createSetAsideEvents, on, type SetAsideWatch, subscriptionQueue } from './index.ts'
import { note, OrderPlaced, useLog } from './log.fixture.ts'
import { claimPlace } from './place.ts'
import { name as killedName } from './poison.fixture.ts'
import { claimDue, countDeaths } from './set-aside/set-aside-store.ts'

const fixture = fileURLToPath(new URL('./poison.fixture.ts', import.meta.url))
const log = useLog()
const notices: string[] = []
const watch: SetAsideWatch = {
  stopped: async (_tx, { eventId, lastError }) => void notices.push(`${eventId}: ${lastError}`),
  well: async () => void notices.push('well'),
}
const events = createSetAsideEvents(watch)
const batches: string[][] = []
let error: Error | undefined
const aside = noting('test.aside')
const slow = noting('test.slow', 'retried_slowly')

beforeEach(async () => {
  notices.length = 0
  batches.length = 0
  error = undefined
  await sql`delete from platform.processes`.execute(log.database.pool)
})

const elsewhere = '0123456789.a1.b2'

describe('processes that die over one event of a batch', () => {
  it('stop dying: the other events are recorded, and the event is set aside as a dead letter', async () => {
    const ids = await log.database.transaction(async (tx) => {
      const all: string[] = []
      for (let n = 0; n < 8; n += 1) {
        all.push(await log.place(tx, 'co_1', n === 3 ? 'ord_poison' : `ord_${n}`))
      }
      return all
    })
    let starts = 0
    do {
      starts += 1
      expect(starts, 'no restart loop').toBeLessThan(8)
    } while ((await worker()) !== 0)

    const [poison] = ids.splice(3, 1)
    expect(await log.noted(killedName)).toEqual(ids)
    expect(await events.list(log.database.pool, { limit: 10 })).toMatchObject([
      { eventId: poison, lastError: 'process_died', deaths: 3, failures: 3 },
    ])
    expect(await placeOf(killedName)).toMatchObject({ deaths: 0, lease_token: null })
  })
})

describe('a batch', () => {
  it('over which two processes died is recorded event by event, and the next one is whole again', async () => {
    const ids = await prepared(3)
    const dispatcher = log.dispatching([aside], watch)
    await dieOver()
    await dieOver()
    expect(await placeOf('test.aside')).toMatchObject({ deaths: 2 })
    await dispatcher.drain()
    expect(batches).toEqual(ids.map((id) => [id]))
    expect(await placeOf('test.aside')).toMatchObject({ deaths: 0, lease_token: null })

    const next = await orders(2)
    await dispatcher.drain()
    expect(batches.at(-1)).toEqual(next)
  })

  it('of a process that may be alive is left to it, and a requested stop is no death', async () => {
    const ids = await prepared(2)
    const { pool } = log.database
    await claimPlace(pool, aside, claiming())
    await moveLeases('platform.subscriptions')
    await log.dispatching([aside], watch).drain()
    expect(batches).toEqual([])

    await noteStopping(pool, log.now, elsewhere)
    log.later(30)
    await lookForSilent()
    await log.dispatching([aside], watch).drain()
    expect(batches).toEqual([ids])
    expect(await placeOf('test.aside')).toMatchObject({ deaths: 0 })
  })

  it('is not recorded by a worker without its lease', async () => {
    const [id] = await prepared(1)
    const thief = on(OrderPlaced, {
      name: 'test.aside',
      record: async (tx, event) => {
        await note(tx, 'test.aside', event)
        const steal = sql`update platform.subscriptions set lease_token = 'lse_x@other' where name = 'test.aside'`
        if (event.id === id) await steal.execute(tx)
      },
    })
    await log.dispatching([thief], watch).drain()
    expect(await log.noted('test.aside')).toEqual([])
  })

  it('that fails with an error is tried event by event, and counts no death', async () => {
    await prepared(2)
    error = new Error('cannot')
    await log.dispatching([aside], watch).drain()
    expect(await placeOf('test.aside')).toMatchObject({ deaths: 0, lease_token: null })
  })
})

describe('an event that killed three processes', () => {
  it('is set aside, and is tried again once for each retry of an operator', async () => {
    const [first, second] = await prepared(2)
    for (const _death of [1, 2, 3]) await dieOver()
    const dispatcher = log.dispatching([aside], watch)
    await dispatcher.drain()
    expect(batches).toEqual([[second]])
    expect(notices).toEqual([`${first}: process_died`])

    log.later(86_400)
    await dispatcher.drain()
    expect(batches).toHaveLength(1)

    const retry = () =>
      log.database.transaction((tx) => events.retry(tx, aside.name, String(first), log.now))
    await retry()
    const lease = { token: `lse_1@${elsewhere}`, until: log.now }
    expect(await claimDue(log.database.pool, [aside.name], lease, log.now)).toBeDefined()
    await moveLeases('platform.set_aside_events')
    log.later(30)
    await lookForSilent()
    expect(await log.database.transaction(countDeaths)).toMatchObject([{ deaths: 3 }])
    log.later(86_400)
    await dispatcher.drain()
    expect(batches, 'it waits for an operator again').toHaveLength(1)

    await retry()
    await dispatcher.drain()
    expect(await log.noted(aside.name)).toEqual([first, second])
    expect(await events.list(log.database.pool, { limit: 10 })).toEqual([])
    expect(notices.at(-1)).toBe('well')
  })

  it('is retried slowly when the subscription handles money, and operators see it', async () => {
    const ids = await prepared(2, slow)
    for (const _death of [1, 2, 3]) await dieOver(slow)
    const dispatcher = log.dispatching([slow], watch)
    await dispatcher.drain()
    expect(batches).toEqual([])
    expect(await listPoison(log.database.pool, [subscriptionQueue], { limit: 10 })).toMatchObject([
      { queue: 'platform.subscriptions', id: slow.name, state: 'RETRIED_SLOWLY', deaths: 3 },
    ])

    await log.database.transaction((tx) =>
      retryPoison(tx, subscriptionQueue, slow.name, { now: log.now }),
    )
    await dispatcher.drain()
    expect(batches).toEqual(ids.map((id) => [id]))
    expect(await events.list(log.database.pool, { limit: 10 })).toEqual([])
  })
})

function noting(name: string, poison?: 'retried_slowly') {
  return on(OrderPlaced, {
    name,
    ...(poison && { poison }),
    recordAll: async (tx, all) => {
      batches.push(all.map(({ id }) => id))
      for (const event of all) await note(tx, name, event)
      if (error) throw error
    },
  })
}

/** Orders whose events are numbered, and a subscription positioned before them. */
async function prepared(count: number, subscription = aside): Promise<string[]> {
  await sql`
    insert into platform.subscriptions (name, position, failures, available_at)
    select ${subscription.name}, coalesce(max(last_position), 0), 0, ${log.now} from platform.sequencer
  `.execute(log.database.pool)
  const ids = await orders(count)
  await log.dispatching([], watch).drain()
  return ids
}

/** Returns the exit code, or null after a kill. */
async function worker(): Promise<number | null> {
  const child = spawn(process.execPath, [fixture, 'work', log.database.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code
}

/** A process that has just started looks for silent ones: the clock of this one jumps, as if it had been held up itself. */
async function lookForSilent(): Promise<void> {
  await noteProcesses(log.database.pool, log.now, `observer ${log.now.toISOString()}`)
}

/** Gives this lease to another machine. */
async function moveLeases(table: string): Promise<void> {
  await noteProcesses(log.database.pool, log.now, elsewhere)
  await sql`
    /* across companies: whatever is leased */
    update ${sql.table(table)} set lease_token = split_part(lease_token, '@', 1) || '@' || ${elsewhere}
    where lease_token is not null
  `.execute(log.database.pool)
}

/** A process elsewhere claims the due events of the subscription, and is never seen again. */
async function dieOver(subscription = aside): Promise<void> {
  const { pool } = log.database
  for (const isAlone of [false, true]) {
    await claimPlace(pool, subscription, { ...claiming(), isAlone })
  }
  await moveLeases('platform.subscriptions')
  log.later(30)
  await lookForSilent()
  await log.database.transaction((tx) => sweep(tx, subscriptionQueue, log.now))
}

async function placeOf(name: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select position, deaths, lease_token, available_at from platform.subscriptions where name = ${name}
  `.execute(log.database.pool)
  return rows[0]
}

const orders = (count: number) =>
  log.database.transaction(async (tx) => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) ids.push(await log.place(tx, 'co_1', `ord_${n}`))
    return ids
  })

const claiming = () => ({ leaseToken: 'lse_1@here', now: log.now, isCertain: false })
