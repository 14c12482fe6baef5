import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { emit, emitAll, findEvents, type LoggedEvent, on, unnumberedBacklog } from './index.ts'
import { gate, OrderCounted, OrderPlaced, useLog } from './log.fixture.ts'

const log = useLog()

describe('emit', () => {
  it('commits or rolls back with its transaction', async () => {
    const refused = log.database.transaction(async (tx) => {
      await log.place(tx, 'co_1', 'ord_1')
      throw new Error('changed my mind')
    })

    await expect(refused).rejects.toThrow('changed my mind')
    expect(await unnumberedBacklog(log.database.pool, log.now)).toEqual({
      depth: 0,
      oldestAgeSeconds: 0,
    })
  })

  it('refuses data that does not fit its schema before it writes', async () => {
    const wrong = { total: 12 } as unknown as { total: string }

    const refused = log.database.transaction((tx) =>
      emit(tx, OrderPlaced, { ...log.about('co_1', 'ord_1'), data: wrong }),
    )

    await expect(refused).rejects.toThrow(
      'The data of order.created does not fit its schema: /total',
    )
    expect((await unnumberedBacklog(log.database.pool, log.now)).depth).toBe(0)
  })

  it('stores the data and its entity as given', async () => {
    const id = await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1', '12.50'))
    await log.dispatching([]).drain()

    const [event] = await findEvents(log.database.pool, 'co_1', [id])

    expect(event).toMatchObject({
      id,
      type: 'order.created',
      version: 1,
      companyId: 'co_1',
      occurredAt: log.now,
      entity: { type: 'order', id: 'ord_1', version: 3 },
      data: { total: '12.50' },
    })
    expect(await findEvents(log.database.pool, 'co_2', [id])).toEqual([])
  })

  it('signals after the commit, and not before', async () => {
    const dispatcher = log.dispatching([])
    dispatcher.start()
    const rings: string[] = []
    const stop = log.wake.listen('events', () => rings.push('events'))

    await log.database.transaction(async (tx) => {
      await log.place(tx, 'co_1', 'ord_1')
      expect(rings).toEqual([])
    })

    expect(rings).toEqual(['events'])
    stop()
  })
})

describe('the sequencer', () => {
  it('gives each event a position in the log and a gapless sequence in its company, in the order of writing', async () => {
    await log.database.transaction(async (tx) => {
      await log.place(tx, 'co_1', 'ord_1')
      await log.place(tx, 'co_2', 'ord_2')
      await emitAll(tx, OrderCounted, [
        { ...log.about('co_1', 'ord_3'), data: { count: 1 } },
        { ...log.about('co_1', 'ord_4'), data: { count: 2 } },
      ])
    })
    await log.dispatching([]).drain()

    const events = await log.allEvents()

    expect(events.map(({ entity }) => entity.id)).toEqual(['ord_1', 'ord_2', 'ord_3', 'ord_4'])
    expect(gaps(events.map(({ position }) => position))).toEqual([1, 1, 1])
    expect(gaps(sequencesOf(events, 'co_1'))).toEqual([1, 1])
  })

  it('continues each sequence where it ended', async () => {
    await log.database.transaction((tx) => log.place(tx, 'co_9', 'ord_1'))
    await log.dispatching([]).drain()
    await log.database.transaction((tx) => log.place(tx, 'co_9', 'ord_2'))
    await log.dispatching([]).drain()

    expect(sequencesOf(await log.allEvents(), 'co_9')).toEqual([1, 2])
  })

  it('shows every reader a transaction that wrote first and committed last', async () => {
    const seen: string[] = []
    const dispatcher = log.dispatching([
      on(OrderPlaced, {
        name: 'test.see',
        record: async (_tx, { entity }) => void seen.push(entity.id),
      }),
    ])
    const early = gate()
    const earlyHasWritten = gate()

    const slow = log.database.transaction(async (tx) => {
      await log.place(tx, 'co_1', 'ord_early')
      earlyHasWritten.open()
      await early.opened
    })
    await earlyHasWritten.opened
    await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_late'))
    await dispatcher.drain()
    expect(seen).toEqual(['ord_late'])
    early.open()
    await slow
    await dispatcher.drain()

    expect(seen).toEqual(['ord_late', 'ord_early'])
    const events = await log.allEvents()
    expect(events.map(({ entity }) => entity.id)).toEqual(['ord_late', 'ord_early'])
    expect(gaps(sequencesOf(events, 'co_1'))).toEqual([1])
  })

  it('runs in one process at a time', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        log.database.transaction((tx) => log.place(tx, `co_${index % 3}`, `ord_${index}`)),
      ),
    )
    await Promise.all([1, 2, 3, 4].map(() => log.dispatching([]).drain()))

    const events = await log.allEvents()

    expect(events).toHaveLength(40)
    expect(gaps(events.map(({ position }) => position))).toEqual(Array(39).fill(1))
    for (const company of ['co_0', 'co_1', 'co_2']) {
      expect(new Set(gaps(sequencesOf(events, company)))).toEqual(new Set([1]))
    }
  })

  it('waits for a stuck one and never writes beside it', async () => {
    await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1'))
    const stuck = gate()
    const holds = gate()
    const holding = log.database.transaction(async (tx) => {
      await sql`select from platform.sequencer for update`.execute(tx)
      holds.open()
      await stuck.opened
    })
    await holds.opened

    const draining = log.dispatching([]).drain()
    await wait(50)
    expect(await log.allEvents()).toEqual([])
    stuck.open()
    await Promise.all([holding, draining])

    expect(await log.allEvents()).toHaveLength(1)
  })
})

function sequencesOf(events: readonly LoggedEvent[], companyId: string): number[] {
  return events.filter((event) => event.companyId === companyId).map(({ sequence }) => sequence)
}

function gaps(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
}
