import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { lineTotal, money, percentOf, unitPrice } from '#kernel/money'
import { lesser, numberOf, oneUnit, type Quantity } from '#kernel/quantity'
import { costOfOrder, createOrders } from '#modules/orders'
import { sql } from '#platform/db'
import { fc } from '#testing/tools/fc'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type PlacedOrder,
} from '../../orders/fulfilment/fulfilment.fixture.ts'
import type { Invoice, InvoiceLine } from '../invoice.ts'
import { aSale, followOrders, issueDepsOf, receivedBy } from '../sale.fixture.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'
import { sumsOf } from './compose.ts'
import { withinRule } from './within-rule.ts'

const database = await useDatabase()
const world = aFulfilmentWorld(database)
const deps = issueDepsOf(database, world)

it('after each step of an uneven line, documents total what was paid and not refunded', async () => {
  const moves = fc.array(
    fc.tuple(fc.constantFrom('ship', 'cancel', 'return'), fc.bigInt({ min: 1n, max: 3_000n })),
    { minLength: 2, maxLength: 6 },
  )

  const line = fc.record({
    quantity: fc.bigInt({ min: 3_000n, max: 9_000n }),
    unitPrice: fc.constantFrom('0.3333', '0.0143', '2.33', '0.01', '1.005'),
  })

  const third = { quantity: 3_000n, unitPrice: '0.3333' }
  const cheap = { quantity: 7_000n, unitPrice: '0.0143' }
  const cut = { quantity: 7_333n, unitPrice: '2.33' }
  const oneByOne = Array.from({ length: 7 }, (): Move => ['ship', 1_000n])
  await fc.assert(
    fc.asyncProperty(line, moves, async (wanted, steps) => {
      await trade(wanted, steps)
    }),
    {
      numRuns: 4,
      examples: [
        [
          third,
          [
            ['ship', 1_000n],
            ['return', 1_000n],
            ['cancel', 1_000n],
          ],
        ],
        [cheap, [...oneByOne, ['return', 3_000n]]],
        [
          cut,
          [
            ['ship', 2_500n],
            ['cancel', 125n],
            ['return', 1n],
          ],
        ],
      ],
    },
  )
})

it('the tax of an older order in yen with rounded lines is as close to its rate as EN 16931 asks', () => {
  const rate = fc.constantFrom('10', '8')
  const yen = (amount: number) => money(BigInt(amount), 'JPY')
  const price = fc.record({ amount: fc.integer({ min: 0, max: 30 }).map(yen), rate })
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 40 }), price, (prices, shippingCost) => {
      const lines = prices.map(lineOf)
      const charges = [
        { name: 'Parcel', amount: shippingCost.amount, tax: lineOf(shippingCost).tax },
      ]
      const before = sumsOf(lines, charges, 'JPY')
      const sums = sumsOf(withinRule(lines, charges), charges, 'JPY')
      expect(sums.total).toEqual(before.total)
      for (const { amount, taxable, rate } of sums.breakdown) {
        const off = Number(amount.amountMinor) - (Number(taxable.amountMinor) * Number(rate)) / 100
        expect(Math.abs(off)).toBeLessThan(1)
      }
    }),
    {
      examples: [
        [
          [6, 6, 6, 6].map((one) => ({ amount: yen(one), rate: '10' })),
          { amount: yen(0), rate: '8' },
        ],
      ],
    },
  )
})

it('a document keeps its tax rate despite rounding, and still totals what was paid', async () => {
  const sale = await aSale(database, [{ quantity: 7, unitPrice: '2.33' }], 450n)
  await sale.world.payments.capture(sale.order.buyer.companyId, sale.order.paymentId)
  await sale.ship(7)
  const [invoice] = (await sale.received()) as [Invoice]
  expect(brokenRules(writeUbl(invoice))).toEqual([])
  expect(invoice.total.amountMinor).toBe(1631n + 450n)
  await sale.arriveAll()
  await sale.takeBack(7)
  const [note] = (await sale.received()) as [Invoice]
  expect(brokenRules(writeUbl(note))).toEqual([])
  expect([note.net, note.tax]).toEqual([invoice.net, invoice.tax])
})

function lineOf(
  { amount, rate }: Pick<InvoiceLine['tax'], 'amount' | 'rate'>,
  at = 0,
): InvoiceLine {
  return {
    lineNumber: at + 1,
    sku: 'A-1',
    name: 'Bolt',
    quantity: oneUnit,
    unitPrice: unitPrice(amount.amountMinor.toString(), amount.currency),
    unit: 'C62',
    gross: amount,
    discount: money(0n, amount.currency),
    net: amount,
    tax: { category: 'S', rate, amount: percentOf(amount, rate), reasonCode: undefined },
  }
}

async function trade(wish: Line, steps: readonly Move[]): Promise<void> {
  const net = lineTotal(unitPrice(wish.unitPrice, 'EUR'), wish.quantity)
  const taxMinor = percentOf(net, '19').amountMinor
  const ordered = { ...wish, quantity: numberOf(wish.quantity), unit: 'MTR' }
  const order = await aPlacedOrder(world, [ordered], { taxMinor, shippingMinor: 0n })
  const [supplier] = order.suppliers as [Actor]
  await sql`update identity.companies set vat_id = 'DE123456789' where id = ${supplier.companyId}`.execute(
    database.pool,
  )
  await world.payments.capture(order.buyer.companyId, order.paymentId)
  let open = wish.quantity
  let kept = 0n
  for (const [what, wanted] of [...steps, ['ship', wish.quantity], ['return', 2_000n]] as Move[]) {
    const quantity = lesser(wanted, what === 'return' ? kept : open)
    if (quantity === 0n) continue
    const { state } = await stateOf(order)
    if (state === 'CANCELLED') break
    await does[what](order, quantity)
    if (what === 'return') kept -= quantity
    else open -= quantity
    if (what === 'ship') kept += quantity
    await follow()
    await agree(order, { isAllGone: open === 0n })
  }
  const documents = await received(order)
  expect(documents.flatMap((one) => brokenRules(writeUbl(one)))).toEqual([])
}

const step = ({ id: orderId }: PlacedOrder) => ({ orderId, idempotency: undefined })

const does = {
  ship: async (order: PlacedOrder, quantity: Quantity) => {
    wait()
    const [supplier] = order.suppliers as [Actor]
    const lines = [{ lineNumber: 1, quantity }]
    const { shipments } = await world.fulfilment.ship(supplier, { ...step(order), lines })
    const shipmentId = shipments.find(({ deliveredAt }) => !deliveredAt)?.id ?? ''
    await world.fulfilment.noteDelivery(order.buyer, { ...step(order), shipmentId })
  },
  cancel: async (order: PlacedOrder, quantity: Quantity) => {
    wait()
    const lines = [{ lineNumber: 1, quantity }]
    await world.fulfilment.cancel(order.buyer, { ...step(order), lines })
  },
  return: async (order: PlacedOrder, quantity: Quantity) => {
    wait()
    const [supplier] = order.suppliers as [Actor]
    const lines = [{ lineNumber: 1, quantity, reason: 'NOT_NEEDED' as const }]
    const { returns } = await world.fulfilment.requestReturn(order.buyer, {
      ...step(order),
      lines,
    })
    const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
    await world.fulfilment.acceptReturn(supplier, { ...step(order), returnId, restock: true })
  },
}

/** What the documents come to is what the buyer has paid and did not get back, of the pieces that have left. */
async function agree(order: PlacedOrder, { isAllGone }: { isAllGone: boolean }): Promise<void> {
  const documents = await received(order)
  let balance = 0n
  for (const { kind, state, net, tax, total, content } of documents) {
    expect(state).toBe('ISSUED')
    for (const one of content.lines) expect(one.discount.amountMinor).toBe(0n)
    expect([net.amountMinor >= 0n, tax.amountMinor >= 0n]).toEqual([true, true])
    expect(Math.abs(Number(tax.amountMinor) - Number(net.amountMinor) * 0.19)).toBeLessThan(1)
    balance += kind === 'INVOICE' ? total.amountMinor : -total.amountMinor
  }
  const paid = await world.payments.get(order.buyer, order.paymentId)
  const left = paid.captured.amountMinor - paid.refunded.amountMinor
  const cost = await costOfOrder(database.pool, order.buyer.companyId, order.id)
  expect(cost?.amountMinor).toBe(left)
  if (isAllGone) expect(balance).toBe(left)
}

/** Ids sort by time: what happens later has a later one. */
function wait(): void {
  world.clock.now = new Date(world.clock.now.getTime() + 1_000)
}

async function stateOf({ buyer, id }: PlacedOrder) {
  const found = await createOrders({ database }).find(database.pool, buyer.companyId, id)
  if (!found) throw new Error('the order is gone')
  return found.order
}

const follow = () => followOrders(database, deps, () => world.clock.now)

function received({ buyer }: PlacedOrder): Promise<Invoice[]> {
  return receivedBy(database.pool, buyer.companyId)
}

type Move = readonly ['ship' | 'cancel' | 'return', Quantity]

type Line = { readonly quantity: Quantity; readonly unitPrice: string }
