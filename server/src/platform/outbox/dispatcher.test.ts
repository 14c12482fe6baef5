import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sql, type Tx } from '#platform/db'
import { emit, emitAll, type LoggedEvent, on, onPublic, type Subscription } from './index.ts'
import { gate, note, OrderCounted, OrderPlaced, useLog } from './log.fixture.ts'

const log = useLog()

afterEach(() => void vi.useRealTimers())

describe('a subscription', () => {
  it('gets its kinds in order, and its position moves with its writes', async () => {
    const dispatcher = log.dispatching([noting('test.placed', on, [OrderPlaced])])
    await log.database.transaction(async (tx) => {
      await log.place(tx, 'co_1', 'ord_1')
      await emit(tx, OrderCounted, { ...log.about('co_1', 'ord_1'), data: { count: 1 } })
      await log.place(tx, 'co_2', 'ord_2')
    })
    await dispatcher.drain()
    await dispatcher.drain()

    const placed = (await log.allEvents()).filter(({ type }) => type === 'order.created')
    expect(await log.noted('test.placed')).toEqual(placed.map(({ id }) => id))
    expect(await dispatcher.lag()).toEqual([
      { subscription: 'test.placed', behind: 0, oldestAgeSeconds: 0, lastError: undefined },
    ])
  })

  it('to the public kinds gets no others', async () => {
    const subscription = noting('test.public', onPublic, [OrderPlaced, OrderCounted])

    expect(subscription.types).toEqual(['order.created'])
  })

  it('that fails delays no other, is visible, and is retried later', async () => {
    let broken = true
    const failing = on(OrderPlaced, {
      name: 'test.failing',
      record: async (tx, event) => {
        await note(tx, 'test.failing', event)
        if (broken && event.entity.id === 'ord_2') throw new Error('cannot')
      },
    })
    const dispatcher = log.dispatching([failing, noting('test.healthy', on, [OrderPlaced])])
    const ids = await log.database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        ['ord_1', 'ord_2', 'ord_3'].map((id) => ({
          ...log.about('co_1', id),
          data: { total: '1.00' },
        })),
      ),
    )

    await dispatcher.drain()
    expect(await log.noted('test.healthy')).toEqual(ids)
    expect(await log.noted('test.failing')).toEqual([])
    log.later(90)
    expect(await dispatcher.lag()).toMatchObject([
      { subscription: 'test.failing', behind: 3, oldestAgeSeconds: 90, lastError: 'cannot' },
      { subscription: 'test.healthy', behind: 0 },
    ])

    await dispatcher.drain()
    expect(await log.noted('test.failing'), 'what comes before the bad event').toEqual([ids[0]])

    broken = false
    await dispatcher.drain()
    expect(await log.noted('test.failing'), 'not before its time').toHaveLength(1)
    log.later(90)
    await dispatcher.drain()
    expect(await log.noted('test.failing')).toEqual(ids)
    expect(await dispatcher.lag()).toMatchObject([{ behind: 0, lastError: undefined }, {}])
  })

  it('sees an event again when its position is moved back, so a second recording adds nothing', async () => {
    const dispatcher = log.dispatching([noting('test.again', on, [OrderPlaced])])
    const id = await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1'))
    await dispatcher.drain()
    await sql`update platform.subscriptions set position = 0`.execute(log.database.pool)
    await dispatcher.drain()

    expect(await log.noted('test.again')).toEqual([id, id])
  })

  it('is advanced by one worker at a time', async () => {
    await log.database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        Array.from({ length: 250 }, (_, index) => ({
          ...log.about('co_1', `ord_${index}`),
          data: { total: '1.00' },
        })),
      ),
    )
    const workers = [1, 2, 3].map(() => log.dispatching([noting('test.once', on, [OrderPlaced])]))
    await Promise.all(workers.map((dispatcher) => dispatcher.drain()))
    await workers[0]?.drain()

    const ids = (await log.allEvents()).map(({ id }) => id)
    expect(await log.noted('test.once')).toEqual(ids)
  })

  it('that starts late starts at the beginning', async () => {
    const id = await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1'))
    await log.dispatching([]).drain()

    await log.dispatching([noting('test.late', on, [OrderPlaced])]).drain()

    expect(await log.noted('test.late')).toEqual([id])
  })

  it('skips irrelevant events without a write for each', async () => {
    const dispatcher = log.dispatching([noting('test.passing', on, [OrderCounted])])
    await dispatcher.drain()
    const before = await placeOf('test.passing')
    await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1'))
    await dispatcher.drain()
    expect(await placeOf('test.passing')).toBe(before)

    await log.database.transaction((tx) =>
      emitAll(
        tx,
        OrderPlaced,
        Array(1_001).fill({ ...log.about('co_1', 'ord_1'), data: { total: '1' } }),
      ),
    )
    await dispatcher.drain()

    expect(await placeOf('test.passing')).toBeGreaterThan(before ?? 0)
  })

  it('records at the signal of the commit, in every process with a dispatcher', async () => {
    const recorded = gate()
    const subscription = on(OrderPlaced, {
      name: 'test.quick',
      record: async () => recorded.open(),
    })
    const dispatcher = log.dispatching([subscription])
    // The pauses of the loops never end by themselves. Without a ring the test would wait for ever.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    dispatcher.start()
    while ((await placeOf('test.quick')) === undefined) await wait(10)
    // Longer than events are gathered: a ring within that time waits for a pause too.
    await wait(300)

    await log.database.transaction((tx) => log.place(tx, 'co_1', 'ord_1'))
    await recorded.opened
  })
})

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

async function placeOf(name: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from platform.subscriptions where name = ${name}
  `.execute(log.database.pool)
  return rows[0]?.position
}
