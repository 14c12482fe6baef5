import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs, hoursMs, minutesMs } from '#kernel/time'
import { listCompanyNames } from '#modules/identity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  start,
} from '../fulfilment/fulfilment.fixture.ts'
import { createOrderWatch, type OrderWatch } from './order-watch.ts'
import type { StuckSearch } from './stuck-order-store.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let watch: OrderWatch
let order: PlacedOrder

beforeEach(async () => {
  world = aFulfilmentWorld(database)
  watch = createOrderWatch({ ...world.deps, namesOf: listCompanyNames })
  order = await aPlacedOrder(world, [{ quantity: 4 }, { quantity: 2, supplier: 1 }])
})
const [first, second] = [0, 1].map((at) => () => {
  const supplier = order.suppliers[at]
  if (!supplier) throw new Error('no such supplier')
  return supplier
}) as [() => PlacedOrder['buyer'], () => PlacedOrder['buyer']]

describe('an order', () => {
  it('is stuck when a supplier does not confirm it in time, and names the supplier', async () => {
    await world.fulfilment.confirm(first(), step())
    world.clock.now = after(start, hoursMs(24))
    expect(await stuck()).toEqual([])
    world.clock.now = after(start, hoursMs(24) + minutesMs(1))
    expect(await stuck()).toMatchObject([
      {
        reason: 'UNCONFIRMED',
        orderId: order.id,
        state: 'PLACED',
        companyName: 'Example GmbH',
        suppliers: [{ id: second().companyId, name: 'Example GmbH' }],
        since: start,
      },
    ])
    expect(await stuck({ companyId: first().companyId })).toEqual([])
  })

  it('is stuck when a part is not shipped in time', async () => {
    await world.fulfilment.confirm(first(), step())
    await world.fulfilment.confirm(second(), step())
    await world.fulfilment.ship(first(), step())
    world.clock.now = after(start, daysMs(14) + minutesMs(1))
    expect(await stuck()).toMatchObject([
      {
        reason: 'UNSHIPPED',
        state: 'PARTIALLY_SHIPPED',
        suppliers: [{ id: second().companyId }],
      },
    ])
    expect((await world.fulfilment.measure()).unshippedStuck).toBeGreaterThan(0)
    await world.fulfilment.ship(second(), step())
    expect(await stuck()).toEqual([])
  })

  it('is listed page by page and by reason, the oldest first', async () => {
    const { companyId } = order.buyer
    world.clock.now = after(start, daysMs(20))
    const all = await watch.listStuck({ limit: 100 })
    const mine = all.findIndex((one) => one.companyId === companyId)
    const [one] = all.slice(mine - 1, mine)
    const before = one && { since: one.since, id: one.id }
    const [next] = await watch.listStuck({ limit: 1, ...(before && { after: before }) })
    expect(next?.orderId).toBe(order.id)
    expect(await stuck({ reason: 'UNSHIPPED' })).toEqual([])
    expect(await stuck({ reason: 'UNCONFIRMED' })).toHaveLength(1)
    expect(await stuck({ reason: 'CREDIT_UNSETTLED' })).toEqual([])
  })
})

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

const stuck = (more: Partial<StuckSearch> = {}) =>
  watch.listStuck({ companyId: order.buyer.companyId, limit: 10, ...more })
