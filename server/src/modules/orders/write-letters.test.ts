import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { after, daysMs, hoursMs } from '#kernel/time'
import { listOrderReaders } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { type Database, sql } from '#platform/db'
import { createDispatcher } from '#platform/outbox'
import { createWake } from '#platform/wake'
import { aPerson } from '#testing/identity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  start,
} from './fulfilment.fixture.ts'
import { lettersSubscribers } from './index.ts'

let database: Database
let world: FulfilmentWorld
let order: PlacedOrder
let buyer: string
let seller: string
let isMailTaken = true

beforeAll(async () => {
  database = await freshDatabase()
  world = aFulfilmentWorld(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  isMailTaken = true
  world.clock.now = start
  order = await aPlacedOrder(world, [{ quantity: 2 }])
  buyer = (order.buyer as Principal).email ?? ''
  const [supplier] = order.suppliers
  if (!supplier) throw new Error('the order has no supplier')
  const { companyId } = supplier
  seller = (await aPerson(database, { companyId, role: 'company_admin' })).email
})

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })

describe('a buyer', () => {
  it('is told once that the order is placed, with its lines, what they cost and where it is', async () => {
    const [mail, ...others] = (await mails()).filter(({ to }) => to === buyer)

    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your order PO-1 of 5.00 EUR is placed')
    expect(mail?.text).toContain(`2 x ${order.products[0]?.name}: 5.00 EUR`)
    expect(mail?.text).toContain(`https://buy.example/orders/${order.id}`)
    expect(await mails()).toEqual([])
  })

  it('is told of what leaves, of what is cancelled and of what goes back, and suppliers of what they must know', async () => {
    const { fulfilment } = world
    const [supplier] = order.suppliers
    if (!supplier) throw new Error('the order has no supplier')
    await mails()
    await fulfilment.cancel(
      order.buyer,
      step({ lines: [{ lineNumber: 1, quantity: 1 }], reason: 'One\ntoo many.' }),
    )
    await fulfilment.confirm(supplier, step())
    const sent = step({ carrier: 'DHL', trackingNumber: '0034' })
    const { shipments } = await fulfilment.ship(supplier, sent)
    const shipmentId = shipments[0]?.id ?? ''
    await fulfilment.noteDelivery(order.buyer, { ...step(), shipmentId })
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'WRONG_ITEM' as const }]
    const { returns } = await fulfilment.requestReturn(order.buyer, { ...step(), lines })
    const returnId = returns[0]?.id ?? ''
    await fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: true })

    const written = await mails()
    expect(written.filter(({ to }) => to === buyer).map(({ subject }) => subject)).toEqual([
      'A part of your order PO-1 is cancelled',
      'Your order PO-1 has left',
      'Your return of order PO-1 is accepted',
    ])
    expect(written.filter(({ to }) => to === seller).map(({ subject }) => subject)).toEqual([
      'Do not send: pieces of order PO-1 are cancelled',
      'A return of order PO-1 is asked for',
    ])
    const texts = written.map(({ text }) => text).join('\n')
    expect(texts).toContain('The reason: One too many.')
    expect(texts).toContain('2.50 EUR goes back to you.')
    expect(texts).toContain('By: DHL, 0034')
  })
})

describe('a supplier', () => {
  it('hears of a new order by its administrators, with its own lines and where to confirm it', async () => {
    const [mail, ...others] = (await mails()).filter(({ to }) => to === seller)

    expect(others).toEqual([])
    expect(mail?.subject).toBe('New order PO-1 of 5.00 EUR')
    expect(mail?.text).toContain(`https://sell.example/orders/${order.id}`)
  })

  it('that wants no such mail, or is closed, gets none', async () => {
    const companyId = order.suppliers[0]?.companyId ?? ''
    await sql`update identity.companies set order_mails = false where id = ${companyId}`.execute(
      database.pool,
    )
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])

    await sql`
      update identity.companies set order_mails = true, disabled_at = ${start} where id = ${companyId}
    `.execute(database.pool)
    await world.fulfilment.cancel(order.buyer, step())
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])
  })

  it('is not flooded: beyond some hundred in an hour none is written, and the next hour is another', async () => {
    const companyId = order.suppliers[0]?.companyId ?? ''
    await mails()
    await sql`update orders.letter_hours set mails = 300 where company_id = ${companyId}`.execute(
      database.pool,
    )
    const half = { lines: [{ lineNumber: 1, quantity: 1 }] }
    await world.fulfilment.cancel(order.buyer, step(half))
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])
    expect(await world.metrics.text()).toContain(
      'orders_mails_total{kind="supplier_order.cancelled",outcome="withheld"} 1',
    )

    world.clock.now = after(start, hoursMs(1))
    await world.fulfilment.cancel(order.buyer, step(half))
    expect((await mails()).map(({ to }) => to).sort()).toEqual([buyer, seller].sort())
  })
})

it('nobody is told of what is a day old, nor anything where no server takes mail', async () => {
  isMailTaken = false
  expect(await mails()).toEqual([])
  isMailTaken = true
  await world.fulfilment.cancel(order.buyer, step())
  world.clock.now = after(start, daysMs(1))
  expect(await mails()).toEqual([])
})

type Written = { readonly to: string; readonly subject: string; readonly text: string }

/** What was written since the last time this was asked, in its order. */
async function mails(): Promise<Written[]> {
  const now = () => world.clock.now
  const wake = createWake(createMemoryCache(now))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const subscriptions = lettersSubscribers({
    readersOf: listOrderReaders,
    linkOf: (id, as) => `https://${as === 'placer' ? 'buy' : 'sell'}.example/orders/${id}`,
    isMailTaken,
    now,
    metrics: world.metrics,
  })
  await createDispatcher({ database, subscriptions, wake, now, log }).drain()
  wake.close()
  const { rows } = await sql<{ payload: Written; at: string }>`
    with gone as (delete from platform.jobs where name = 'platform.send_mail' returning payload, xmin, ctid)
    select payload, ctid::text as at from gone order by ctid
  `.execute(database.pool)
  return rows.map(({ payload: { to, subject, text } }) => ({ to, subject, text }))
}
