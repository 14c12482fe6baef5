import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()

/** The file was recorded before people could have several carts. */
it('a client that knows of one cart gets the same answers and events, byte for byte', async () => {
  const ours = await world.company()
  await giveCredit(world, ours.companyId)
  const [bolt, nut] = [await aPart('1'), await aPart('2')]
  const story: string[] = []
  const buyer = tell(story, ours.buyer)

  await buyer('GET', '/api/v1/cart')
  const added = await buyer('POST', '/api/v1/cart/items', { productId: bolt, quantity: 2 })
  const [first] = added.items
  await buyer('POST', '/api/v1/cart/items', { productId: bolt, quantity: 5 })
  const batch = { items: [bolt, nut].map((productId) => ({ productId, quantity: 3 })) }
  await buyer('POST', '/api/v1/cart/items/batch', batch)
  await buyer('POST', '/api/v1/cart/items/batch', { ...batch, allOrNothing: true })
  const line = `/api/v1/cart/items/${first.id}`
  await buyer('PATCH', line, { quantity: 4, expectedItemVersion: first.itemVersion })
  await buyer('PATCH', line, { quantity: 5, expectedItemVersion: first.itemVersion })
  await buyer('PATCH', line, { quantity: 5 })
  await buyer('DELETE', `${line}?expectedItemVersion=2`)
  await buyer('DELETE', `${line}?expectedItemVersion=2`)
  await buyer('PATCH', '/api/v1/cart', { country: 'AT', expectedSnapshotVersion: 5 })
  await buyer('PATCH', '/api/v1/cart', { expectedSnapshotVersion: 6 })
  await buyer('DELETE', '/api/v1/cart?expectedSnapshotVersion=1')
  await buyer('DELETE', '/api/v1/cart', { expectedSnapshotVersion: 6 })

  const { snapshotVersion } = await buyer('POST', '/api/v1/cart/items', {
    productId: nut,
    quantity: 1,
  })
  const checkout = { expectedSnapshotVersion: snapshotVersion, shipTo }
  const { id } = await buyer('POST', '/api/v1/checkout', checkout)
  await buyer('POST', '/api/v1/checkout', checkout)
  await buyer('POST', '/api/v1/cart/items', { productId: bolt, quantity: 1 })
  await buyer('GET', '/api/v1/cart')
  await buyer('POST', `/api/v1/checkout/${id}/payment`, { method: 'invoice' })
  await buyer('GET', '/api/v1/cart')
  await buyer('POST', '/api/v1/checkout', checkout)

  const machine = tell(story, ours.integration)
  const filled = await machine('POST', '/api/v1/cart/items', { productId: bolt, quantity: 1 })
  const cart = { expectedSnapshotVersion: filled.snapshotVersion }
  const order = { cart, shipTo, payment: { method: 'invoice' } }
  await machine('POST', '/api/v1/orders/validate', order)
  await machine('POST', '/api/v1/orders', order)
  await machine('GET', '/api/v1/cart')

  const { rows } = await sql<object>`
    select type, version, entity_type, entity_id, entity_version, data from platform.events
    where company_id = ${ours.companyId} order by arrival
  `.execute(world.parts.platform.database.pool)
  story.push(...rows.map((row) => JSON.stringify(row)))
  const told = withoutChance(story.join('\n\n'))
  await expect(told).toMatchFileSnapshot('../data/carts/one-cart.txt')
})

async function aPart(number: string): Promise<string> {
  const { database } = world.parts.platform
  const name = `Part ${number} of one cart`
  const { id } = await aProduct(database, { name, sku: name, mpn: name, unitPrice: '10.00' })
  return id
}

/** Each request and its whole answer, as it came over the wire. */
function tell(story: string[], { headers }: Client) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${world.baseUrl}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(body && { 'idempotency-key': aKey() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const kept = [...response.headers].filter(([name]) => !byChance.has(name))
    const lines = kept.map(([name, value]) => `${name}: ${value}`)
    story.push([`${method} ${path}`, response.status, ...lines, text].join('\n'))
    return JSON.parse(text).data
  }
}

const byChance = new Set(['date', 'ratelimit', 'x-request-id', 'etag', 'content-length'])

/** Ids by their order, and one word for all times. */
function withoutChance(story: string): string {
  const places = new Map<string, number>()
  return story
    .replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, (id, prefix) => {
      if (!places.has(id)) places.set(id, places.size + 1)
      return `${prefix}_${places.get(id)}`
    })
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"…"')
    .replaceAll(world.baseUrl, 'BASE')
    .replaceAll(/\bPO-\d{4}-/g, 'PO-YEAR-')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'TIME')
}
