import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { aKey, createClient, type Reply } from './client.ts'
import { atThePage, checkOut, fillCart, handOver, untilEnded } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()

describe('64 identical checkouts with one key', () => {
  it('are one attempt, one order and one charge', async () => {
    const { buyer, companyId } = await world.company()
    const product = await aProduct(world.parts.platform.database, { onHand: 100 })
    const version = await fillCart(buyer, [{ productId: product.id, quantity: 1 }])

    const key = aKey()
    const started = await times(64, () =>
      retryWhileInFlight(() => checkOut(buyer, version, { key })),
    )
    const ids = new Set(started.map(({ body }) => body.data?.id))
    expect(started.map(({ status }) => status)).toEqual(Array(64).fill(201))
    expect(ids.size).toBe(1)

    const [checkoutId = ''] = [...ids]
    const paymentKey = aKey()
    const handed = await times(64, () =>
      retryWhileInFlight(() => handOver(buyer, checkoutId, { key: paymentKey })),
    )
    const payments = new Set(handed.map(({ body }) => body.data?.payment.id))
    expect(handed.map(({ status }) => status)).toEqual(Array(64).fill(200))
    expect(payments.size).toBe(1)

    const redirects = new Set(handed.map(({ body }) => body.data?.payment.redirectUrl))
    const [redirectUrl = ''] = [...redirects]
    await times(8, () => atThePage(redirectUrl, 'pay'))
    const ended = await untilEnded(buyer, checkoutId)

    expect(ended.state).toBe('COMPLETED')
    expect(await count('checkout.attempts', companyId)).toBe(1)
    expect(await count('orders.orders', companyId)).toBe(1)
    expect(await count('payments.payments', companyId)).toBe(1)
    expect(await stockOf(world.parts.platform.database, product.id)).toEqual({
      on_hand: 99,
      reserved: 0,
      committed: 1,
    })
    const intents = await fetch(`${world.sandboxUrl}/payments/v1/intents?limit=100`, {
      headers: { authorization: 'Bearer a key of the payment provider' },
    })
    const text = await intents.text()
    expect(text.split([...payments][0] ?? '?').length - 1).toBeGreaterThan(0)
  })
})

describe('40 buyers and 10 units', () => {
  it('sell exactly 10, and the other 30 learn which line is short', async () => {
    const { database } = world.parts.platform
    const product = await aProduct(database, { onHand: 10 })
    // A key has a cart of its own, which is quicker to make than a person.
    const { admin } = await world.company()
    const buyers = await times(40, async (at) => {
      const { body } = await admin.post('/api/v1/api-keys', {
        name: `Buyer ${at}`,
        scopes: ['orders:read', 'orders:write', 'products:read'],
      })
      return createClient(world.baseUrl, { apiKey: body.data.key })
    })
    const versions = await Promise.all(
      buyers.map((buyer) => fillCart(buyer, [{ productId: product.id, quantity: 1 }])),
    )

    const outcomes = await Promise.all(
      buyers.map((buyer, at) => checkOut(buyer, versions[at] ?? 0)),
    )

    const sold = outcomes.filter(({ status }) => status === 201)
    const refused = outcomes.filter(({ status }) => status === 409)
    expect(sold).toHaveLength(10)
    expect(refused).toHaveLength(30)
    for (const { body } of refused) {
      expect(body.meta.code).toBe('checkout.stock_short')
      expect(JSON.stringify(body.meta.details)).toContain(product.id)
    }
    expect(await stockOf(world.parts.platform.database, product.id)).toEqual({
      on_hand: 0,
      reserved: 10,
      committed: 0,
    })
  })
})

describe('20 simultaneous changes of one line', () => {
  it('lose nothing: one 200 per version, and a refusal for the rest', async () => {
    const { buyer } = await world.company()
    const product = await aProduct(world.parts.platform.database, { onHand: 100 })
    await fillCart(buyer, [{ productId: product.id, quantity: 1 }])
    const read = async () => (await buyer.get('/api/v1/cart')).body.data.items[0]
    const item = await read()

    let accepted = 0
    for (let round = 0; round < 3; round += 1) {
      const { itemVersion } = await read()
      const outcomes = await times(20, (at) =>
        buyer.patch(`/api/v1/cart/items/${item.id}`, {
          quantity: 100 + round * 20 + at,
          expectedItemVersion: itemVersion,
        }),
      )
      const changed = outcomes.filter(({ status }) => status === 200)
      const conflicts = outcomes.filter(({ body }) => body.meta.code === 'cart.version_conflict')
      expect(changed).toHaveLength(1)
      expect(conflicts).toHaveLength(19)
      accepted += changed.length
      expect((await read()).quantity).toBe(changed[0]?.body.data.items[0].quantity)
    }
    expect((await read()).itemVersion).toBe(item.itemVersion + accepted)
  })
})

/** Retries like a client whose first request is still running after some seconds. */
async function retryWhileInFlight(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask()
    if (reply.body.meta.code !== 'platform.idempotency_in_flight') return reply
  }
}

async function count(table: string, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where company_id = ${companyId}
  `.execute(world.parts.platform.database.pool)
  return rows[0]?.count ?? 0
}

const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_nothing, at) => make(at)))
