import assert from 'node:assert/strict'
import { money } from '#kernel/money'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { readBooks } from './books.ts'
import { checkAlways } from './invariants.ts'
import { aClaim } from './trade.ts'
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
 * So many rounds of one order that arrives in so many copies at once, under one key: each round makes one order, one
 * payment, one reservation, and tells all copies of the same one. Throws where it does not.
 */
export async function runDuplicates(world: TradeWorld, run: DuplicatesRun): Promise<void> {
  const { rounds, copies } = run
  const { platform, modules } = world.parts
  const { database } = platform
  const companyId = await aCompany(database)
  const { actor } = await aPerson(database, { companyId })
  const terms = { companyId, limit: money(1_000_000_000n, 'EUR'), netDays: 30 }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, terms, world.now()))
  for (let round = 1; round <= rounds; round += 1) {
    const { id: productId } = await aProduct(database, { onHand: copies })
    const lines = [{ productId, quantity: 1 }]
    const claim = aClaim()
    const placed = await Promise.all(
      Array.from({ length: copies }, () =>
        modules.checkout.placeOrder(actor, {
          lines,
          shipTo,
          payment: { method: 'invoice' },
          idempotency: { ...claim },
        }),
      ),
    )
    assert.equal(new Set(placed.map(({ order }) => order?.order.id)).size, 1)
    // Those of the rounds before are read with it: what grew later is found as well.
    if (round % 50 !== 0 && round !== rounds) continue
    const books = await readBooks(database.pool, companyId, [productId])
    checkAlways(books, new Map([[productId, copies]]))
    const counts = [books.attempts.length, books.orders.length, books.payments.length]
    assert.deepEqual(counts, [round, round, round], `after ${round} rounds`)
    assert.equal(books.stock[0]?.committed, 1)
  }
}
