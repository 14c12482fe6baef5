import assert from 'node:assert/strict'
import { money } from '#kernel/money'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aKey, type Client, createClient } from '../journeys/client.ts'
import { readBooks } from './books.ts'
import { checkAlways } from './invariants.ts'
import type { TradeWorld } from './trade-world.ts'

export type DuplicatesRun = { readonly rounds: number; readonly copies: number }

const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/**
 * So many rounds of one order that arrives over HTTP in so many copies at once, under one key: each round makes one order,
 * one payment, one reservation, and tells all copies of the same one. Throws where it does not.
 */
export async function runDuplicates(world: TradeWorld, run: DuplicatesRun): Promise<void> {
  const { rounds, copies } = run
  const { database } = world.parts.platform
  const { companyId, client } = await aBuyerOnCredit(world)
  for (let round = 1; round <= rounds; round += 1) {
    const { id: productId } = await aProduct(database, { onHand: copies })
    const order = { lines: [{ productId, quantity: 1 }], shipTo, payment: { method: 'invoice' } }
    const key = aKey()
    const answers = await Promise.all(
      Array.from({ length: copies }, () => client.post('/api/v1/orders', order, { key })),
    )
    for (const { status, body } of answers) assert.equal(status, 201, JSON.stringify(body))
    assert.equal(new Set(answers.map(({ body }) => body.data.order.id)).size, 1)
    const repeated = answers.filter(({ headers }) => headers.has('idempotent-replayed'))
    assert.equal(repeated.length, copies - 1, 'one had the effect, and the others got its answer')
    // Those of the rounds before are read with it: what grew later is found as well.
    if (round % 50 !== 0 && round !== rounds) continue
    const books = await readBooks(database.pool, companyId, [productId])
    checkAlways(books, new Map([[productId, copies]]))
    const counts = [books.attempts.length, books.orders.length, books.payments.length]
    assert.deepEqual(counts, [round, round, round], `after ${round} rounds`)
    assert.equal(books.stock[0]?.committed, 1)
  }
}

/** A key and not a person: what a session lasts is shorter than a long run. */
async function aBuyerOnCredit(world: TradeWorld) {
  const { platform, modules } = world.parts
  const { database } = platform
  const companyId = await aCompany(database)
  const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
  const terms = { companyId, limit: money(1_000_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, world.now()))
  const signedIn = await createClient(world.baseUrl).post('/auth/login', { email, password })
  const admin = createClient(world.baseUrl, { bearer: signedIn.body.data.accessToken })
  const made = await admin.post('/api/v1/api-keys', {
    name: 'Copies',
    scopes: ['orders:read', 'orders:write'],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const client: Client = createClient(world.baseUrl, { apiKey: made.body.data.key })
  return { companyId, client }
}
