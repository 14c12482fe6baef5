import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readSection } from '#platform/health'
import { stockOf } from '#testing/catalog'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  start,
} from '../fulfilment/fulfilment.fixture.ts'
import { ordersProbe } from '../watch/orders-probe.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder

beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [{ quantity: 4, isBackordered: true }])
})

it('stock that arrives reaches the line that waits, once', async () => {
  await arrives(order, 6)
  expect(await world.fulfilment.serveBackorders()).toBe(1)
  expect(await world.fulfilment.serveBackorders()).toBe(0)
  expect(await stockOf(database, productOf(order))).toMatchObject({ on_hand: 2, committed: 4 })
})

it('stock that does not reach its lines for five minutes is a problem', async () => {
  await arrives(order, 6)
  world.clock.now = after(start, secondsMs(300))
  expect(await read()).toMatchObject({ metrics: { productsServable: 1 }, problems: [] })
  world.clock.now = after(start, secondsMs(301))
  const { metrics, problems } = await read()
  expect(metrics).toMatchObject({ productsServable: 1, oldestServableSeconds: 301 })
  expect(problems).toMatchObject([{ code: 'orders.backorders-behind', since: start.toISOString() }])
  await world.fulfilment.serveBackorders()
  expect(await read()).toMatchObject({ metrics: { productsServable: 0 }, problems: [] })
})

it('a product whose lines cannot be served does not keep the others from their stock', async () => {
  await arrives(order, 6)
  // A drift that should never happen: the line waits for more than the product says.
  await sql`update products.stock set backordered = 1 where product_id = ${productOf(order)}`.execute(
    database.pool,
  )
  const other = await aPlacedOrder(world, [{ quantity: 3, isBackordered: true }])
  world.clock.now = after(start, secondsMs(1))
  await arrives(other, 3)
  expect(await world.fulfilment.serveBackorders()).toBe(1)
  expect(await stockOf(database, productOf(other))).toMatchObject({ on_hand: 0, committed: 3 })
})

const productOf = ({ products }: PlacedOrder): string => products[0]?.id ?? ''

async function arrives(placed: PlacedOrder, pieces: number): Promise<void> {
  await sql`
    update products.stock set on_hand = on_hand + ${pieces * 1000}, updated_at = ${world.clock.now}::timestamptz
    where product_id = ${productOf(placed)}
  `.execute(database.pool)
}

const read = () => readSection(ordersProbe(world.fulfilment, world.deps.now), world.deps.now)
