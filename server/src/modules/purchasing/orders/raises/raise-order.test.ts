import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import { after, secondsMs } from '#kernel/time'
import type { Payment } from '#modules/payments'
import { sql } from '#platform/db'
import { anApprovals } from '#testing/approvals'
import { stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import type { LineWish } from '../change-requests/read-requested-lines.ts'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  start,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import { partAtRevision } from '../supplier/part-at-revision.ts'
import { listVersions } from '../versions/version-store.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

/** Lines of 4 and 3 pieces at 2.50 from one supplier, and of 2 pieces from another one, on Friday 2 January 2026. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [
    { quantity: 4 },
    { quantity: 3 },
    { quantity: 2, supplier: 1 },
  ])
  supplier = order.suppliers[0] as Actor
})

describe('more of a line', () => {
  const more = { lineNumber: 1, quantity: 6000n, requestedDate: '2026-03-02' } as const

  it('is a line of its own, which names the line that it follows', async () => {
    await ship(1, 1000n)
    const changeRequestId = await request([more])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_250n)
    const { lines } = await accept({ changeRequestId })
    const days = { promisedDate: '2026-03-02', agreedDate: '2026-03-02' }
    expect(lines).toMatchObject([
      { quantity: 4000n, progress: { ...days, shipped: 1000n, cancelled: 0n } },
      { progress: { lineNumber: 2 } },
      {
        quantity: 2000n,
        total: euros(500n),
        progress: { ...days, lineNumber: 4, followsLine: 1, confirmedAt: world.clock.now },
      },
    ])
    const { order: raised, timeline } = await read()
    expect(raised).toMatchObject({ total: euros(2_750n), state: 'PARTIALLY_SHIPPED' })
    expect(timeline.at(-1)?.details).toMatchObject({ added: 1, addedAmount: '5.00' })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_750n)
    expect(await stockOf(database, order.products[0]?.id ?? '')).toMatchObject({ committed: 6 })
    const payment = await world.payments.find(database.pool, order.buyer.companyId, order.paymentId)
    expect(payment).toMatchObject({ amount: euros(2_750n), authorized: euros(2_750n) })
    expect((await world.payments.ledgerOf(payment as Payment)).map(({ kind }) => kind)).toEqual([
      'AUTHORIZED',
      'RAISED',
    ])
  })

  it('is not in the version before, and can be changed as any line', async () => {
    const changeRequestId = await request([more])
    await accept({ changeRequestId })
    const [version] = await listVersions(database.pool, order.buyer.companyId, order.id, {
      limit: 1,
    })
    expect(version?.changes.lines).toMatchObject([
      { lineNumber: 1, before: { quantity: 4000n }, after: { quantity: 4000n } },
      { lineNumber: 4, before: { quantity: 0n }, after: { quantity: 2000n } },
    ])
    const first = await partAtRevision(database.pool, await read(), supplier.companyId, 0)
    expect(first.part.lines.map(({ quantity }) => quantity)).toEqual([4000n, 3000n])
    const second = await partAtRevision(database.pool, await read(), supplier.companyId, 1)
    expect(second.part.lines.map(({ quantity }) => quantity)).toEqual([4000n, 3000n, 2000n])
    await cancel(4, 2000n)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_250n)
    await ship(1, 4000n)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_250n)
  })

  it('is taxed by itself, so that what was cancelled and shipped before stays exact', async () => {
    order = await aPlacedOrder(world, [{ quantity: 3, unitPrice: '0.35' }], {
      taxMinor: 20n,
      shippingMinor: 100n,
    })
    supplier = order.suppliers[0] as Actor
    await cancel(1, 1000n)
    const changeRequestId = await request([{ lineNumber: 1, quantity: 3000n }])
    const { lines } = await accept({ changeRequestId })
    expect(lines[1]).toMatchObject({ total: euros(35n), tax: { amount: euros(7n) } })
    const { order: raised } = await read()
    expect(raised.amounts).toMatchObject({
      goods: euros(140n),
      tax: euros(27n),
      total: euros(267n),
    })
    await cancel(1, 2000n)
    await cancel(2, 1000n)
    expect((await read()).order.state).toBe('CANCELLED')
    expect(await usedCredit(world, order.buyer.companyId)).toBe(0n)
  })

  it('is refused to the buyer with what is missing, and to the supplier without a reason', async () => {
    const { companyId } = order.buyer
    const limitTo = (limitMinor: bigint) =>
      database.transaction((tx) =>
        world.payments.putCreditAccount(
          tx,
          { companyId, limit: euros(limitMinor), netDays: 30 },
          world.clock.now,
        ),
      )
    await limitTo(2_700n)
    await expect(request([more])).rejects.toMatchObject({
      code: 'payments.credit_limit_exceeded',
      details: { requested: '5.00', available: '4.50' },
    })
    await limitTo(2_750n)
    const changeRequestId = await request([more])
    await limitTo(2_700n)
    await expect(accept({ changeRequestId })).rejects.toMatchObject({
      code: 'orders.raise_not_covered',
      details: {},
    })
    expect((await read()).order.total).toEqual(euros(2_250n))
    expect(await stockOf(database, order.products[0]?.id ?? '')).toMatchObject({ committed: 4 })
    await refuse({ changeRequestId })
  })

  it('is requested although others have to approve the order then', async () => {
    const admin = await aPerson(database, {
      companyId: order.buyer.companyId,
      role: 'company_admin',
    })
    await aPerson(database, { companyId: order.buyer.companyId, role: 'approver' })
    await anApprovals(database, world.deps.now).rules.add(admin.actor, {
      name: 'From 25 euros',
      conditions: { amountFrom: { amount: '25.00', currency: 'EUR' } },
      steps: [{ mode: 'ANY', role: 'approver' }],
    })
    await accept({ changeRequestId: await request([more]) })
    expect((await read()).timeline.at(-1)?.kind).toBe('RAISE_AWAITS_APPROVAL')
  })

  it('is refused once the payment is captured', async () => {
    await world.payments.capture(order.buyer.companyId as Id<'co'>, order.paymentId)
    await expect(request([more])).rejects.toMatchObject({
      code: 'payments.not_raisable',
      details: { method: 'invoice', state: 'SUCCEEDED' },
    })
  })
})

describe('more of a line that waits for stock', () => {
  const more = { lineNumber: 1, quantity: 6000n } as const

  beforeEach(async () => {
    order = await aPlacedOrder(world, [{ quantity: 4, isBackordered: true }])
    supplier = order.suppliers[0] as Actor
  })

  it('waits, too: behind everything that waited before it was added', async () => {
    const other = await aPlacedOrder(world, [{ quantity: 3, isBackordered: true }])
    await waitsFor(other, productId())
    world.clock.now = after(start, secondsMs(60))
    const { lines } = await accept({ changeRequestId: await request([more]) })
    expect(lines[1]?.progress).toMatchObject({
      followsLine: 1,
      promisedDate: '2026-01-09',
      backorderedAt: world.clock.now,
      waiting: 2000n,
    })
    expect(await backordered()).toBe(9_000)
    await arrives(8)
    while ((await world.fulfilment.serveBackorders()) > 0);
    const waiting = async (of: PlacedOrder) =>
      (await readOrder(world, of)).lines.map(({ progress }) => progress.waiting)
    expect(await waiting(order)).toEqual([0n, 1000n])
    expect(await waiting(other)).toEqual([0n])
  })

  it('is sold at once if the stock covers it, and given up as any line that waits', async () => {
    await arrives(6)
    const sold = await accept({ changeRequestId: await request([more]) })
    expect(sold.lines.map(({ progress }) => progress.waiting)).toEqual([4000n, 0n])
    const changeRequestId = await request([{ lineNumber: 1, quantity: 5000n }])
    const waits = await accept({ changeRequestId })
    expect(waits.lines[2]?.progress.waiting).toBe(1000n)
    await cancel(3, 1000n)
    expect(await backordered()).toBe(4_000)
    expect(await stockOf(database, productId())).toMatchObject({ committed: 2 })
  })

  it('waits only within what the supplier takes beyond the stock', async () => {
    await takesBackorders({ leadTimeDays: 5, maxQuantity: 5 })
    await expect(request([more])).rejects.toMatchObject({
      code: 'orders.stock_short',
      details: { productId: productId(), requested: 2, available: 1 },
    })
    const changeRequestId = await request([{ ...more, quantity: 5000n }])
    await takesBackorders(null)
    await expect(accept({ changeRequestId })).rejects.toMatchObject({ code: 'orders.stock_short' })
    await takesBackorders({ leadTimeDays: 5 })
    const { lines } = await accept({ changeRequestId })
    expect(lines[1]?.progress.waiting).toBe(1000n)
  })

  const productId = () => order.products[0]?.id ?? ''

  async function backordered(): Promise<number | undefined> {
    const { rows } = await sql<{ backordered: number }>`
      select backordered from products.stock where product_id = ${productId()}
    `.execute(database.pool)
    return rows[0]?.backordered
  }

  const takesBackorders = (terms: object | null) =>
    sql`update products.products set backorder = ${terms && JSON.stringify(terms)}::jsonb where id = ${productId()}`.execute(
      database.pool,
    )

  const arrives = (pieces: number) =>
    sql`update products.stock set on_hand = on_hand + ${pieces * 1000} where product_id = ${productId()}`.execute(
      database.pool,
    )
})

/** The line of the order waits for another product than the one that was made for it. */
async function waitsFor({ id, buyer: { companyId } }: PlacedOrder, productId: string) {
  await database.transaction(async (tx) => {
    await world.catalog.lockStock(tx, [productId])
    await world.catalog.backorder(tx, [{ productId, quantity: 3000n }])
    await sql`
      update orders.lines set product_id = ${productId} where company_id = ${companyId} and order_id = ${id}
    `.execute(tx)
  })
}

const euros = (minor: bigint) => money(minor, 'EUR')

const step = () => ({ orderId: order.id, idempotency: undefined })

/** Returns the id of the request. */
async function request(lines: readonly LineWish[]): Promise<string> {
  const input = { ...step(), lines, reason: 'More.' }
  const { timeline } = await world.fulfilment.requestChange(order.buyer, input)
  const last = timeline.findLast(({ kind }) => kind === 'CHANGE_REQUESTED')
  return String(last?.details.changeRequestId)
}

const accept = (input: { readonly changeRequestId: string }) =>
  world.fulfilment.acceptChangeRequest(supplier, { ...step(), ...input })

const refuse = (input: { readonly changeRequestId: string }) =>
  world.fulfilment.refuseChangeRequest(supplier, { ...step(), ...input })

const ship = (lineNumber: number, quantity: Quantity) =>
  world.fulfilment.ship(supplier, { ...step(), lines: [{ lineNumber, quantity }] })

const cancel = (lineNumber: number, quantity: Quantity) =>
  world.fulfilment.cancel(order.buyer, { ...step(), lines: [{ lineNumber, quantity }] })

const read = () => readOrder(world, order)
