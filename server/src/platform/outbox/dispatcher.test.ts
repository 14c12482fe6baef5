import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { type Database, sql, type Tx } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import { createWake, type Wake } from '#platform/wake'
import {
  createDispatcher,
  type Dispatcher,
  defineEvent,
  emit,
  emitAll,
  findEvents,
  type LoggedEvent,
  on,
  onPublic,
  readEvents,
  type Subscription,
  unnumberedBacklog,
} from './index.ts'

const OrderPlaced = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({ total: Type.String() }, { additionalProperties: false }),
})
const OrderCounted = defineEvent({
  type: 'orders.order_counted',
  version: 2,
  entity: 'order',
  public: false,
  data: Type.Object({ count: Type.Integer() }),
})

let now = new Date('2026-01-02T03:04:05Z')
const silent: WorkLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

let database: Database
let wake: Wake
const running: Dispatcher[] = []

beforeAll(async () => {
  database = await freshDatabase()
  await sql`create table public.noted (subscription text, event_id text, position bigint)`.execute(
    database.pool,
  )
  wake = createWake(createMemoryCache(() => now))
})
afterAll(async () => {
  wake.close()
  await database.close()
})
beforeEach(async () => {
  now = new Date('2026-01-02T03:04:05Z')
  for (const table of ['platform.events', 'platform.subscriptions', 'public.noted']) {
    await sql`/* across companies: a clean table */ delete from ${sql.table(table)}`.execute(
      database.pool,
    )
  }
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()))
})

describe('emitting', () => {
  it('commits or vanishes with its transaction', async () => {
    const refused = database.transaction(async (tx) => {
      await place(tx, 'co_1', 'ord_1')
      throw new Error('changed my mind')
    })

    await expect(refused).rejects.toThrow('changed my mind')
    expect(await unnumberedBacklog(database.pool, now)).toEqual({ depth: 0, oldestAgeSeconds: 0 })
  })

  it('refuses data that does not fit the schema, before anything is written', async () => {
    const wrong = { total: 12 } as unknown as { total: string }

    const refused = database.transaction((tx) =>
      emit(tx, OrderPlaced, { ...about('co_1', 'ord_1'), data: wrong }),
    )

    await expect(refused).rejects.toThrow(
      'The data of order.created does not fit its schema: /total',
    )
    expect((await unnumberedBacklog(database.pool, now)).depth).toBe(0)
  })

  it('keeps the data, and what it is about, as given', async () => {
    const id = await database.transaction((tx) => place(tx, 'co_1', 'ord_1', '12.50'))
    await dispatching([]).drain()

    const [event] = await findEvents(database.pool, 'co_1', [id])

    expect(event).toMatchObject({
      id,
      type: 'order.created',
      version: 1,
      companyId: 'co_1',
      occurredAt: now,
      entity: { type: 'order', id: 'ord_1', version: 3 },
      data: { total: '12.50' },
    })
    expect(await findEvents(database.pool, 'co_2', [id])).toEqual([])
  })

  it('rings after the commit, and not before', async () => {
    const dispatcher = dispatching([])
    dispatcher.start()
    const rings: string[] = []
    const stop = wake.listen('events', () => rings.push('events'))

    await database.transaction(async (tx) => {
      await place(tx, 'co_1', 'ord_1')
      expect(rings).toEqual([])
    })

    expect(rings).toEqual(['events'])
    stop()
  })
})

describe('numbering', () => {
  it('gives a place in the whole log and a dense sequence to each company, in the order of writing', async () => {
    await database.transaction(async (tx) => {
      await place(tx, 'co_1', 'ord_1')
      await place(tx, 'co_2', 'ord_2')
      await emitAll(tx, OrderCounted, [
        { ...about('co_1', 'ord_3'), data: { count: 1 } },
        { ...about('co_1', 'ord_4'), data: { count: 2 } },
      ])
    })
    await dispatching([]).drain()

    const events = await allEvents()

    expect(events.map(({ entity }) => entity.id)).toEqual(['ord_1', 'ord_2', 'ord_3', 'ord_4'])
    expect(gaps(events.map(({ position }) => position))).toEqual([1, 1, 1])
    expect(gaps(sequencesOf(events, 'co_1'))).toEqual([1, 1])
  })

  it('continues each sequence where it was', async () => {
    await database.transaction((tx) => place(tx, 'co_9', 'ord_1'))
    await dispatching([]).drain()
    await database.transaction((tx) => place(tx, 'co_9', 'ord_2'))
    await dispatching([]).drain()

    expect(sequencesOf(await allEvents(), 'co_9')).toEqual([1, 2])
  })

  it('shows every reader a transaction that wrote first and committed last', async () => {
    const seen: string[] = []
    const dispatcher = dispatching([
      on(OrderPlaced, {
        name: 'test.see',
        record: async (_tx, { entity }) => void seen.push(entity.id),
      }),
    ])
    const early = gate()
    const earlyHasWritten = gate()

    const slow = database.transaction(async (tx) => {
      await place(tx, 'co_1', 'ord_early')
      earlyHasWritten.open()
      await early.opened
    })
    await earlyHasWritten.opened
    await database.transaction((tx) => place(tx, 'co_1', 'ord_late'))
    await dispatcher.drain()
    expect(seen).toEqual(['ord_late'])
    early.open()
    await slow
    await dispatcher.drain()

    expect(seen).toEqual(['ord_late', 'ord_early'])
    const events = await allEvents()
    expect(events.map(({ entity }) => entity.id)).toEqual(['ord_late', 'ord_early'])
    expect(gaps(sequencesOf(events, 'co_1'))).toEqual([1])
  })

  it('is done by one at a time, however many try', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.transaction((tx) => place(tx, `co_${index % 3}`, `ord_${index}`)),
      ),
    )
    await Promise.all([1, 2, 3, 4].map(() => dispatching([]).drain()))

    const events = await allEvents()

    expect(events).toHaveLength(40)
    expect(gaps(events.map(({ position }) => position))).toEqual(Array(39).fill(1))
    for (const company of ['co_0', 'co_1', 'co_2']) {
      expect(new Set(gaps(sequencesOf(events, company)))).toEqual(new Set([1]))
    }
  })

  it('waits for a sequencer that is stuck, and never writes beside it', async () => {
    await database.transaction((tx) => place(tx, 'co_1', 'ord_1'))
    const stuck = gate()
    const holds = gate()
    const holding = database.transaction(async (tx) => {
      await sql`select from platform.sequencer for update`.execute(tx)
      holds.open()
      await stuck.opened
    })
    await holds.opened

    const draining = dispatching([]).drain()
    await wait(50)
    expect(await allEvents()).toEqual([])
    stuck.open()
    await Promise.all([holding, draining])

    expect(await allEvents()).toHaveLength(1)
  })
})

describe('a subscription', () => {
  it('gets the kinds it asked for, in order, and its place moves with what it records', async () => {
    const dispatcher = dispatching([noting('test.placed', on, [OrderPlaced])])
    await database.transaction(async (tx) => {
      await place(tx, 'co_1', 'ord_1')
      await emit(tx, OrderCounted, { ...about('co_1', 'ord_1'), data: { count: 1 } })
      await place(tx, 'co_2', 'ord_2')
    })
    await dispatcher.drain()
    await dispatcher.drain()

    const placed = (await allEvents()).filter(({ type }) => type === 'order.created')
    expect(await noted('test.placed')).toEqual(placed.map(({ id }) => id))
    expect(await dispatcher.lag()).toEqual([
      { subscription: 'test.placed', behind: 0, oldestAgeSeconds: 0, lastError: undefined },
    ])
  })

  it('to the public kinds does not get the others', async () => {
    const subscription = noting('test.public', onPublic, [OrderPlaced, OrderCounted])

    expect(subscription.types).toEqual(['order.created'])
  })

  it('that fails holds up nobody else, is seen, and is tried again later', async () => {
    let broken = true
    const failing = on(OrderPlaced, {
      name: 'test.failing',
      record: async (tx, event) => {
        await note(tx, 'test.failing', event)
        if (broken && event.entity.id === 'ord_2') throw new Error('cannot')
      },
    })
    const dispatcher = dispatching([failing, noting('test.healthy', on, [OrderPlaced])])
    const ids = await database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        ['ord_1', 'ord_2', 'ord_3'].map((id) => ({
          ...about('co_1', id),
          data: { total: '1.00' },
        })),
      ),
    )

    await dispatcher.drain()
    expect(await noted('test.healthy')).toEqual(ids)
    expect(await noted('test.failing')).toEqual([])
    later(90)
    expect(await dispatcher.lag()).toMatchObject([
      { subscription: 'test.failing', behind: 3, oldestAgeSeconds: 90, lastError: 'cannot' },
      { subscription: 'test.healthy', behind: 0 },
    ])

    await dispatcher.drain()
    expect(await noted('test.failing'), 'what comes before the bad event').toEqual([ids[0]])

    broken = false
    await dispatcher.drain()
    expect(await noted('test.failing'), 'not before its time').toHaveLength(1)
    later(90)
    await dispatcher.drain()
    expect(await noted('test.failing')).toEqual(ids)
    expect(await dispatcher.lag()).toMatchObject([{ behind: 0, lastError: undefined }, {}])
  })

  it('sees an event again when its place is moved back, so recording twice must add nothing', async () => {
    const dispatcher = dispatching([noting('test.again', on, [OrderPlaced])])
    const id = await database.transaction((tx) => place(tx, 'co_1', 'ord_1'))
    await dispatcher.drain()
    await sql`update platform.subscriptions set position = 0`.execute(database.pool)
    await dispatcher.drain()

    expect(await noted('test.again')).toEqual([id, id])
  })

  it('is moved by one worker at a time', async () => {
    await database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        Array.from({ length: 250 }, (_, index) => ({
          ...about('co_1', `ord_${index}`),
          data: { total: '1.00' },
        })),
      ),
    )
    const workers = [1, 2, 3].map(() => dispatching([noting('test.once', on, [OrderPlaced])]))
    await Promise.all(workers.map((dispatcher) => dispatcher.drain()))
    await workers[0]?.drain()

    const ids = (await allEvents()).map(({ id }) => id)
    expect(await noted('test.once')).toEqual(ids)
  })

  it('that begins late begins at the beginning', async () => {
    const id = await database.transaction((tx) => place(tx, 'co_1', 'ord_1'))
    await dispatching([]).drain()

    await dispatching([noting('test.late', on, [OrderPlaced])]).drain()

    expect(await noted('test.late')).toEqual([id])
  })

  it('passes over what does not concern it without a write for each', async () => {
    const dispatcher = dispatching([noting('test.passing', on, [OrderCounted])])
    await dispatcher.drain()
    const before = await placeOf('test.passing')
    await database.transaction((tx) => place(tx, 'co_1', 'ord_1'))
    await dispatcher.drain()
    expect(await placeOf('test.passing')).toBe(before)

    await database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        Array(1_001).fill({ ...about('co_1', 'ord_1'), data: { total: '1' } }),
      ),
    )
    await dispatcher.drain()

    expect(await placeOf('test.passing')).toBeGreaterThan(before ?? 0)
  })

  it('records within a moment of the commit while the dispatcher runs, in any process that runs one', async () => {
    const recorded = gate()
    const subscription = on(OrderPlaced, {
      name: 'test.quick',
      record: async () => recorded.open(),
    })
    const dispatcher = dispatching([subscription])
    dispatcher.start()
    await wait(300)

    const committedAt = performance.now()
    await database.transaction((tx) => place(tx, 'co_1', 'ord_1'))
    await recorded.opened

    expect(performance.now() - committedAt).toBeLessThan(150)
  })
})

function dispatching(subscriptions: readonly Subscription[]): Dispatcher {
  const dispatcher = createDispatcher({
    database,
    subscriptions,
    wake,
    now: () => now,
    log: silent,
  })
  running.push(dispatcher)
  return dispatcher
}

function about(companyId: string, entityId: string) {
  return { companyId, entityId, entityVersion: 3, occurredAt: now }
}

function place(tx: Tx, companyId: string, orderId: string, total = '1.00') {
  return emit(tx, OrderPlaced, { ...about(companyId, orderId), data: { total } })
}

function noting<Kind>(
  name: string,
  declare: (
    kinds: readonly Kind[],
    recorder: { name: string; record(tx: Tx, event: LoggedEvent): Promise<void> },
  ) => Subscription,
  kinds: readonly Kind[],
): Subscription {
  return declare(kinds, { name, record: (tx, event) => note(tx, name, event) })
}

async function note(tx: Tx, name: string, event: LoggedEvent): Promise<void> {
  await sql`insert into public.noted values (${name}, ${event.id}, ${event.position})`.execute(tx)
}

async function noted(name: string): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from public.noted where subscription = ${name} order by position
  `.execute(database.pool)
  return rows.map((row) => row.event_id)
}

async function placeOf(name: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from platform.subscriptions where name = ${name}
  `.execute(database.pool)
  return rows[0]?.position
}

function allEvents(): Promise<LoggedEvent[]> {
  return readEvents(database.pool, { after: 0, limit: 5_000 })
}

function sequencesOf(events: readonly LoggedEvent[], companyId: string): number[] {
  return events.filter((event) => event.companyId === companyId).map(({ sequence }) => sequence)
}

function gaps(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
}

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}
