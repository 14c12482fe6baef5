import { describe, expect, it } from 'vitest'
import { causedBy, emit, on, presentCause } from './index.ts'
import { OrderCounted, OrderPlaced, useLog } from './log.fixture.ts'

const log = useLog()
const byTwo = { depth: 2, path: ['aut_1', 'aut_2'] }

describe('the cause of an event', () => {
  it('follows what an automation does, and nothing that others do at the same time', async () => {
    await Promise.all([
      causedBy(byTwo, () => place('ord_1')),
      place('ord_2'),
      causedBy(undefined, () => place('ord_3')),
    ])
    await log.dispatching([]).drain()
    const events = await log.allEvents()
    const of = (orderId: string) => events.find(({ entity }) => entity.id === orderId)?.cause
    expect([of('ord_1'), of('ord_2'), of('ord_3')]).toEqual([byTwo, undefined, undefined])
    expect(presentCause()).toBeUndefined()
  })

  it('is not overwritten by an event that names its own', async () => {
    const byThree = { depth: 3, path: ['aut_1', 'aut_2', 'aut_3'] }

    await causedBy(byTwo, () =>
      log.database.transaction((tx) =>
        emit(tx, OrderCounted, {
          ...log.about('co_1', 'ord_1'),
          data: { count: 1 },
          cause: byThree,
        }),
      ),
    )
    await log.dispatching([]).drain()
    expect(await causes()).toEqual([[OrderCounted.type, byThree]])
  })

  it('is passed on by whoever emits in response to an event', async () => {
    const counting = on(OrderPlaced, {
      name: 'test.counting',
      record: async (tx, { entity }) => {
        await emit(tx, OrderCounted, { ...log.about('co_1', entity.id), data: { count: 1 } })
      },
    })
    const dispatcher = log.dispatching([counting])
    await causedBy(byTwo, () => place('ord_1'))
    await place('ord_2')
    await dispatcher.drain()
    expect(await causes()).toEqual([
      [OrderPlaced.type, byTwo],
      [OrderPlaced.type, undefined],
      [OrderCounted.type, byTwo],
      [OrderCounted.type, undefined],
    ])
  })
})

const place = (orderId: string) => log.database.transaction((tx) => log.place(tx, 'co_1', orderId))

const causes = async () => (await log.allEvents()).map(({ type, cause }) => [type, cause])
