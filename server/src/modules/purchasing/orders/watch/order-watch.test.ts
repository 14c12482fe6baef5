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
import { listOrders } from '../order-list-store.ts'
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

describe('a return', () => {
  it('has a number of its own, by which the order is found', async () => {
    const ask = async () => {
      const lines = [{ lineNumber: 1, quantity: 1000n, reason: 'DEFECTIVE' as const }]
      const { returns } = await world.fulfilment.requestReturn(order.buyer, { ...step(), lines })
      return returns
    }
    const { shipments } = await world.fulfilment.ship(first(), step())
    await world.fulfilment.noteDelivery(order.buyer, {
      ...step(),
      shipmentId: shipments[0]?.id ?? '',
      lines: [],
    })
    await ask()
    // The ids of one millisecond sort in any order.
    expect((await ask()).map(({ number }) => number).toSorted()).toEqual([
      'RMA-2026-000001',
      'RMA-2026-000002',
    ])
    const { companyId } = order.buyer
    for (const q of ['RMA-2026-000002', 'ma-2026-00000', 'PO-2026-000001']) {
      const { found } = await watch.search({ companyId, q, sort: 'newest', limit: 10 })
      expect(found.map(({ id }) => id)).toEqual([order.id])
      const own = await listOrders(database.pool, companyId, { q }, { limit: 10 })
      expect(own.found.map((one) => one.order.id)).toEqual([order.id])
    }
    expect(
      (await watch.search({ companyId, q: 'RMA-2026-000003', sort: 'newest', limit: 10 })).found,
    ).toEqual([])
  })
})

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

const stuck = (more: Partial<StuckSearch> = {}) =>
  watch.listStuck({ companyId: order.buyer.companyId, limit: 10, ...more })
