import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { type AProductOptions, aProduct, stockOf } from '#testing/catalog'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  askForApproval,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import { noHigherPrice } from '../proposals/price-limits.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

/** A line of 4 pieces at 2.50, on Friday 2 January 2026. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world)
  supplier = order.suppliers[0] as Actor
})

describe('a substitute', () => {
  it('is proposed, and once the buyer accepts it, a line in the place of what is open', async () => {
    await world.fulfilment.ship(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 1000n }],
    })
    const { id, sku, mpn, name } = await aSubstitute()
    const proposalId = await propose(id, { unitPrice: { amount: '3.00', currency: 'EUR' } })
    const [proposal] = await proposals()
    const product = { productId: id, sku, mpn, name, brand: 'Boltworks' }
    expect(proposal?.lines[0]?.after.substitute).toEqual(product)
    await expect(
      propose(id, { unitPrice: { amount: '3.00', currency: 'EUR' } }),
    ).rejects.toMatchObject({
      code: 'orders.nothing_answered',
    })
    expect(await committed(id)).toBe(0)
    await accept(proposalId)
    const { lines } = await read()
    expect(lines).toMatchObject([
      { progress: { shipped: 1000n, cancelled: 3000n } },
      { ...product, quantity: 3000n, total: money(900n, 'EUR'), progress: { followsLine: 1 } },
    ])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_150n)
    expect(await committed(id)).toBe(3)
    expect(await committed(order.products[0]?.id)).toBe(1)
    await world.fulfilment.ship(supplier, { ...step(), lines: undefined })
    expect((await read()).order.state).toBe('SHIPPED')
  })

  it('keeps the price if the answer names none, and may be fewer', async () => {
    const { id } = await aSubstitute()
    await accept(await propose(id, { quantity: 3000n }))
    expect((await read()).lines[1]).toMatchObject({ quantity: 3000n, total: money(750n, 'EUR') })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(750n)
    expect(await committed(id)).toBe(3)
    expect(await committed(order.products[0]?.id)).toBe(0)
  })

  it.each<[string, AProductOptions]>([
    ['is sold in another unit', { unit: 'MTR' }],
    ['is taxed differently', { taxClass: 'standard' }],
    ['is not delivered to the country', { shipTo: ['FR'] }],
  ])('cannot be proposed if it %s', async (_, options) => {
    const { id } = await aSubstitute(options)
    await expect(propose(id)).rejects.toMatchObject({
      code: 'orders.substitute_unfit',
      details: { lineNumber: 1, productId: id },
    })
  })

  it('cannot be a product of another supplier, the same product, or one that nobody knows', async () => {
    const other = await aProduct(database)
    for (const id of [other.id, order.products[0]?.id ?? '', 'prd_unknown']) {
      await expect(propose(id)).rejects.toMatchObject({ code: 'orders.substitute_unfit' })
    }
  })

  it('is not accepted once it is no longer on sale, or out of stock', async () => {
    const [few, gone] = [await aSubstitute({ onHand: 3 }), await aSubstitute()]
    const scarce = await propose(few.id)
    await expect(accept(scarce)).rejects.toMatchObject({ code: 'orders.stock_short' })
    expect(await committed(order.products[0]?.id)).toBe(4)
    await world.fulfilment.refuseProposal(order.buyer, { ...step(), proposalId: scarce })
    const proposalId = await propose(gone.id)
    await database.transaction((tx) =>
      world.catalog.changeProduct(tx, gone.id, { discontinued: true }),
    )
    await expect(accept(proposalId)).rejects.toMatchObject({ code: 'orders.substitute_unfit' })
  })

  it('is judged by the approval rules, whatever it costs', async () => {
    await askForApproval(world, order)
    const { id } = await aSubstitute()
    const proposalId = await propose(id, { unitPrice: { amount: '1.00', currency: 'EUR' } })
    await accept(proposalId)
    const { timeline, lines } = await readOrder(world, order)
    expect(timeline.at(-1)?.kind).toBe('RAISE_AWAITS_APPROVAL')
    expect(lines).toHaveLength(1)
  })

  it('is accepted by no automation', async () => {
    const { id } = await aSubstitute()
    const proposalId = await propose(id)
    const limits = { ...noHigherPrice, daysLater: 365, mayBeFewer: true }
    const input = { orderId: order.id, proposalId, limits, note: 'By a rule.' }
    const accepted = await database.transaction((tx) =>
      world.fulfilment.acceptProposalWithin(tx, order.buyer, input, world.clock.now),
    )
    expect(accepted).toEqual({ outcome: 'beyond_limits', lineNumbers: [1] })
  })
})

const step = () => ({ orderId: order.id, idempotency: undefined })

const aSubstitute = (options: AProductOptions = {}) =>
  aProduct(database, { supplierCompanyId: supplier.companyId, ...options })

const committed = async (productId = '') => (await stockOf(database, productId))?.committed

const proposals = () => world.fulfilment.listProposals(order.buyer, order.id, { limit: 20 })

/** Returns the id of the proposal. */
async function propose(substituteProductId: string, more: object = {}): Promise<string> {
  const answer = { lineNumber: 1, status: 'CHANGED' as const, substituteProductId, ...more }
  await world.fulfilment.answer(supplier, { ...step(), lines: [answer] })
  return (await proposals()).find(({ state }) => state === 'PROPOSED')?.id ?? ''
}

const accept = (proposalId: string) =>
  world.fulfilment.acceptProposal(order.buyer, { ...step(), proposalId })

const read = () => readOrder(world, order)
