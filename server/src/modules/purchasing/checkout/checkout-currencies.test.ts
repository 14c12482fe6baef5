import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { decimalOf, lineTotal, money, sumOf, unitPrice } from '#kernel/money'
import { sql } from '#platform/db'
import { aCart } from '#testing/cart'
import { aProduct } from '#testing/catalog'
import { anFx, aRateProvider } from '#testing/fx'
import { aCompany, aPerson } from '#testing/identity'
import { aCheckoutWorld, shipTo } from './checkout.fixture.ts'

const asOf = new Date('2026-01-02T00:00:00Z')
let now = asOf
const database = await useDatabase()
let buyer: Actor
const clock = () => now
const provider = aRateProvider({ USD: '1.1684', JPY: '186.75' }, asOf)
const fx = anFx(database, { now: clock, provider })
const { carts, orders, payments, checkout } = aCheckoutWorld(database, {
  now: clock,
  fx,
  currency: 'USD',
})

beforeEach(async () => {
  now = asOf
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers`.execute(database.pool)
  provider.say({ USD: '1.1684', JPY: '186.75' }, asOf)
  await fetchRates()
  const companyId = await aCompany(database)
  buyer = (await aPerson(database, { companyId })).actor
  const limit = money(10_000_000n, 'USD')
  await database.transaction((tx) =>
    payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, now),
  )
})

describe('a cart in a currency other than its suppliers’', () => {
  it('is converted line by line, and its total is the sum of its lines', async () => {
    const { lines, totals, problems } = await aMixedCart()
    expect(problems).toEqual([])
    expect(lines.map((line) => line.unitPrice && decimalOf(line.unitPrice))).toEqual([
      // 0.012345 × 1.1684 and 100 × 1.1684 / 186.75, with six decimals.
      '0.014424',
      '0.625649',
      '2.50',
    ])
    expect(lines.map((line) => line.lineTotal?.amountMinor)).toEqual([1442n, 188n, 500n])
    expect(totals.goods).toEqual(money(2130n, 'USD'))
  })

  it('names the lines that cannot be converted, and cannot be bought', async () => {
    const { cart } = await aMixedCart()
    now = new Date('2026-01-09T00:00:00Z')
    const { problems, totals } = await carts.read(buyer)
    expect(problems.map(({ code, details }) => [code, details])).toEqual([
      ['cart.currency_not_convertible', { from: 'EUR', to: 'USD' }],
      ['cart.currency_not_convertible', { from: 'JPY', to: 'USD' }],
    ])
    expect(totals.goods).toEqual(money(500n, 'USD'))
    await expect(start(cart.snapshotVersion)).rejects.toMatchObject({
      code: 'checkout.cart_has_problems',
    })
  })

  it('is refused when moved rates change the accepted total', async () => {
    const { cart } = await aMixedCart()
    now = new Date('2026-01-02T12:07:00Z')
    provider.say({ USD: '1.2', JPY: '186.75' }, new Date('2026-01-02T12:00:00Z'))
    await fetchRates()
    const acceptedTotal = { amount: '21.30', currency: 'USD' }
    await expect(start(cart.snapshotVersion, { acceptedTotal })).rejects.toMatchObject({
      code: 'checkout.total_changed',
    })
  })
})

describe('an order with converted prices', () => {
  async function placed() {
    const { cart } = await aMixedCart()
    const { id } = await start(cart.snapshotVersion)
    await checkout.pay(buyer, id, { method: 'invoice', idempotency: undefined })
    const { attempt } = await checkout.get(buyer, id)
    return { attempt, orderId: attempt.orderId ?? '' }
  }

  it('keeps the rate set, the rate and the currencies of each line', async () => {
    const { attempt, orderId } = await placed()
    const { lines, order } = await orders.get(buyer, orderId)
    expect(attempt.snapshot.lines.map((line) => line.conversion)).toEqual(
      lines.map((line) => line.conversion),
    )
    expect(order.total).toEqual(money(2130n, 'USD'))
    const [euro, yen, dollar] = lines
    expect(euro?.conversion).toMatchObject({
      rateSetId: expect.stringMatching(/^fxs_/),
      from: 'EUR',
      to: 'USD',
    })
    expect(euro?.conversion?.rate.toFixed()).toBe('1.1684')
    expect(yen?.conversion?.rate.toFixed()).toBe('0.00625649263721552878179384203480589')
    expect(dollar?.conversion).toBeUndefined()
    // The set is still there, and gives the same price again.
    const rate = euro?.conversion?.rate ?? 0
    const again = unitPrice(
      unitPrice('0.012345', 'EUR').amount.times(rate).toDecimalPlaces(6),
      'USD',
    )
    expect(lineTotal(again, 1_000_000n)).toEqual(euro?.total)
    expect(
      sumOf(
        lines.map((line) => line.total),
        'USD',
      ),
    ).toEqual(order.total)
  })

  it('stays the same after ten more rate sets', async () => {
    const { orderId } = await placed()
    const before = JSON.stringify(await orders.get(buyer, orderId), bigints)
    for (let day = 1; day <= 10; day += 1) {
      now = new Date(asOf.getTime() + day * 86_400_000)
      provider.say({ USD: `1.${1684 + day * 100}`, JPY: `${180 + day}` }, now)
      await fetchRates()
    }
    expect(JSON.stringify(await orders.get(buyer, orderId), bigints)).toBe(before)
  })

  it('never shows a part of the conversion: its four fields come together', async () => {
    const { orderId } = await placed()
    await expect(
      sql`update orders.lines set rate = null
          where company_id = ${buyer.companyId} and order_id = ${orderId} and line_number = 1`.execute(
        database.pool,
      ),
    ).rejects.toMatchObject({ constraint: 'lines_conversion_whole' })
  })
})

const fetchRates = () => fx.fetchRates()

function bigints(_key: string, value: unknown) {
  return typeof value === 'bigint' ? value.toString() : value
}

async function aMixedCart() {
  const euro = await aProduct(database, { unitPrice: '0.012345', onHand: 10_000 })
  const yen = await aProduct(database, { unitPrice: '100', currency: 'JPY' })
  const dollar = await aProduct(database, { unitPrice: '2.50', currency: 'USD' })
  return aCart(carts, buyer, [
    { productId: euro.id, quantity: 1_000 },
    { productId: yen.id, quantity: 3 },
    { productId: dollar.id, quantity: 2 },
  ])
}

const start = (expectedSnapshotVersion: number, more: object = {}) =>
  checkout.start(buyer, { shipTo, idempotency: undefined, expectedSnapshotVersion, ...more })
