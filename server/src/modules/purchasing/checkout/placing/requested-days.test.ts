import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { money } from '#kernel/money'
import { aCart } from '#testing/cart'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aCheckoutWorld, shipTo } from '../checkout.fixture.ts'

const database = await useDatabase()
let now = new Date(0)
const { carts, payments, checkout } = aCheckoutWorld(database, { now: () => now })

describe.each([
  ['America/Los_Angeles', '2026-03-02T05:00:00Z', '2026-03-01', '2026-02-28'],
  ['Asia/Tokyo', '2026-03-01T16:00:00Z', '2026-03-02', '2026-03-01'],
])('a buyer in %s', (timeZone, instant, today, yesterday) => {
  beforeEach(() => {
    now = new Date(instant)
  })

  it('requests the goods of a cart for today, and not for yesterday', async () => {
    const { buyer, productId } = await aBuyer(timeZone)
    const add = (requestedDate: string) =>
      carts.addItem(buyer, { productId, quantity: 1000n, requestedDate })
    await expect(add(yesterday)).rejects.toMatchObject({
      code: 'cart.requested_date_past',
      details: { requestedDate: yesterday, today },
    })
    const { problems } = await add(today)
    expect(problems).toEqual([])
    now = new Date(now.getTime() + 24 * 3_600_000)
    expect((await carts.read(buyer)).problems).toMatchObject([{ code: 'cart.requested_date_past' }])
  })

  it('checks out for today, and not for yesterday', async () => {
    const { buyer, productId } = await aBuyer(timeZone)
    const { cart } = await aCart(carts, buyer, [{ productId, quantity: 1 }])
    const terms = { shipTo, idempotency: undefined, expectedSnapshotVersion: cart.snapshotVersion }
    await expect(
      checkout.start(buyer, { ...terms, requestedDate: yesterday }),
    ).rejects.toMatchObject({ code: 'checkout.requested_date_past', details: { today } })
    const { state } = await checkout.start(buyer, { ...terms, requestedDate: today })
    expect(state).toBe('RESERVED')
  })
})

async function aBuyer(timeZone: string) {
  const companyId = await aCompany(database, { timeZone })
  const buyer = (await aPerson(database, { companyId })).actor
  const limit = money(100_000n, 'EUR')
  await database.transaction((tx) =>
    payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, now),
  )
  const { id: productId } = await aProduct(database, { unitPrice: '2.50', onHand: 10 })
  return { buyer, productId }
}
