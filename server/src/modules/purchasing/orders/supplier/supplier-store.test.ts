import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { aFulfilmentWorld, aPlacedOrder } from '../fulfilment/fulfilment.fixture.ts'
import type { SuppliedFilters } from './supplier-store.ts'

const world = aFulfilmentWorld(await useDatabase())

it('an order is found by what its supplier sees of it, and as long as it waits for an answer', async () => {
  const order = await aPlacedOrder(world, [{ quantity: 2 }, { quantity: 3, supplier: 1 }])
  const [first, second] = order.suppliers as [Actor, Actor]
  const list = async (actor: Actor, filters: SuppliedFilters) =>
    (await world.fulfilment.listSupplied(actor, filters, { limit: 10 })).found
  const [seen] = await list(second, { unanswered: true })
  expect(seen?.order.id).toBe(order.id)
  const { lines } = await world.fulfilment.getSupplied(second, order.id)
  for (const q of [seen?.order.number, lines[0]?.sku, lines[0]?.name.toUpperCase()]) {
    expect(await list(second, { q: q ?? '' }), q).toHaveLength(1)
  }
  // The line of the other supplier, and its place in the order.
  const others = await world.fulfilment.getSupplied(first, order.id)
  for (const q of [others.order.number, others.lines[0]?.sku, '%']) {
    expect(await list(second, { q: q ?? '' }), q).toEqual([])
  }
  await world.fulfilment.confirm(first, { orderId: order.id, idempotency: undefined })
  expect(await list(first, { unanswered: true })).toEqual([])
  expect(await list(second, { unanswered: true })).toHaveLength(1)
})
