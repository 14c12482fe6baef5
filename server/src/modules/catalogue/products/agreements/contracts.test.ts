import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aContract, anActor, aPriceList, buyerOf, seller, useAgreements } from '#testing/agreements'
import { aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { readList } from '#testing/lists'
import type { contractStates } from './contract.ts'
import { contractList } from './contract-list.ts'
import type { OrderDiscounts } from './order-discounts.ts'
import { priceListList } from './price-list-list.ts'
import { readTerms } from './terms-store.ts'

const now = new Date('2026-01-02T00:00:00Z')
const otherSeller = anActor('company_admin', 'co_00000000000000000000000600')
const operator = anActor('operator')
const database = await useDatabase()
const world = useAgreements({ database, fx: anFx(database), now: () => now })
const bolt = await aProduct(database)
const foreign = await aProduct(database, { supplierCompanyId: otherSeller.companyId })

describe('two contracts of the same two companies', () => {
  it('are not active at the same time, even when both are created at once', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => aContract(world, buyer, [list])),
    )
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(7)
    for (const reason of refused)
      expect(reason).toMatchObject({ code: 'catalog.contract_overlaps' })
  })

  it('may follow each other without a gap, and be active beside contracts with other suppliers', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [])
    const change = at('2026-07-01T00:00:00Z')
    await aContract(world, buyer, [list], { validUntil: change })
    await aContract(world, buyer, [list], { validFrom: change })
    const { id } = await world.agreements.createPriceList(otherSeller, {
      name: 'x',
      currency: 'EUR',
    })
    const other = await world.agreements.createContract(otherSeller, {
      buyerCompanyId: buyer.companyId,
      reference: 'C-1',
      state: 'ACTIVE',
      priceListIds: [id],
    })
    expect(other.state).toBe('ACTIVE')
  })

  it('may overlap as drafts; activating the second one is refused', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [])
    const first = await aContract(world, buyer, [list])
    const draft = await world.agreements.createContract(seller, {
      buyerCompanyId: buyer.companyId,
      reference: 'draft',
      priceListIds: [list],
    })
    const activate = () => world.agreements.changeContract(seller, draft.id, { state: 'ACTIVE' })
    await expect(activate()).rejects.toMatchObject({ code: 'catalog.contract_overlaps' })
    await world.agreements.changeContract(seller, first.id, { state: 'ENDED' })
    expect(await activate()).toMatchObject({ state: 'ACTIVE', version: 2 })
  })
})

describe('a contract', () => {
  it('that has ended stays ended', async () => {
    const list = await aPriceList(world, [])
    const { id } = await aContract(world, anActor('buyer'), [list])
    const change = (state: (typeof contractStates)[number]) =>
      world.agreements.changeContract(seller, id, { state })
    await expect(change('DRAFT')).rejects.toMatchObject({ code: 'catalog.contract_state_invalid' })
    await change('ENDED')
    await expect(change('ACTIVE')).rejects.toMatchObject({ code: 'catalog.contract_ended' })
  })

  it('names only price lists of its supplier, each once', async () => {
    const buyer = anActor('buyer')
    const own = await aPriceList(world, [])
    const { id: theirs } = await world.agreements.createPriceList(otherSeller, {
      name: 'Theirs',
      currency: 'EUR',
    })
    for (const lists of [[own, theirs], [own, own], ['pls_nothing']]) {
      await expect(aContract(world, buyer, lists)).rejects.toMatchObject({
        code: 'catalog.contract_lists_invalid',
      })
    }
  })

  it('is readable for both sides, for the buyer after the draft, and for nobody else', async () => {
    const buyer = anActor('buyer')
    const list = await aPriceList(world, [])
    const input = { buyerCompanyId: buyer.companyId, priceListIds: [list] }
    const { id } = await world.agreements.createContract(seller, { ...input, reference: 'R-9' })
    const { agreements } = world
    const ids = async (actor: typeof buyer) =>
      (await readList<{ id: string }>(database, contractList(database), actor)).map(
        (contract) => contract.id,
      )
    const missing = { code: 'catalog.contract_not_found', status: 404 }

    await expect(agreements.getContract(buyer, id)).rejects.toMatchObject(missing)
    expect(await ids(buyer)).toEqual([])
    await agreements.changeContract(seller, id, { state: 'ACTIVE' })
    expect(await agreements.getContract(buyer, id)).toMatchObject({ reference: 'R-9' })
    expect(await ids(buyer)).toEqual([id])
    expect(await ids(seller)).toContain(id)
    expect(await ids(operator)).toContain(id)
    await expect(agreements.getContract(otherSeller, id)).rejects.toMatchObject(missing)
    const end = agreements.changeContract(otherSeller, id, { state: 'ENDED' })
    await expect(end).rejects.toMatchObject(missing)
  })

  it('may contain order discounts alone, which end with it, and is never empty', async () => {
    const buyer = anActor('buyer')
    const validUntil = at('2026-03-01T00:00:00Z')
    const contract = {
      buyerCompanyId: buyer.companyId,
      reference: 'C-discounts',
      state: 'ACTIVE' as const,
      validUntil,
    }
    const create = (orderDiscounts?: OrderDiscounts) =>
      world.agreements.createContract(seller, { ...contract, orderDiscounts })
    await expect(create()).rejects.toMatchObject({ code: 'catalog.contract_empty', status: 422 })
    const tiers = [{ from: '100.00', percent: '2' }]
    const { id, priceListIds } = await create({ currency: 'EUR', tiers })
    expect(priceListIds).toEqual([])

    const terms = await readTerms(database.pool, buyerOf(buyer), now)
    expect(terms).toMatchObject({ validUntil, lists: [], orderDiscounts: [{ contract: { id } }] })
    expect((await readTerms(database.pool, buyerOf(buyer), validUntil)).orderDiscounts).toEqual([])
    const without = world.agreements.changeContract(seller, id, { orderDiscounts: null })
    await expect(without).rejects.toMatchObject({ code: 'catalog.contract_empty' })
  })

  it('has a reference that is unique for its supplier', async () => {
    const list = await aPriceList(world, [])
    const make = () =>
      world.agreements.createContract(seller, {
        buyerCompanyId: anActor('buyer').companyId,
        reference: 'FW-2026',
        priceListIds: [list],
      })
    await make()
    await expect(make()).rejects.toMatchObject({ code: 'catalog.contract_reference_taken' })
  })
})

describe('a price list', () => {
  it('is available to its supplier and operators', async () => {
    const { agreements } = world
    const list = await aPriceList(world, [{ productId: bolt.id, unitPrice: '1' }])
    const missing = { code: 'catalog.price_list_not_found', status: 404 }
    const entry = [{ productId: bolt.id, unitPrice: '0' }]
    await expect(agreements.getPriceList(otherSeller, list)).rejects.toMatchObject(missing)
    await expect(agreements.putEntries(otherSeller, list, entry)).rejects.toMatchObject(missing)
    await expect(agreements.removePriceList(otherSeller, list)).rejects.toMatchObject(missing)
    expect(await agreements.getPriceList(operator, list)).toMatchObject({ entryCount: 1 })
    const theirs = await readList<{ id: string }>(database, priceListList, otherSeller)
    expect(theirs.map(({ id }) => id)).not.toContain(list)
  })

  it('has no prices for another supplier’s products: a request stores all entries or none', async () => {
    const list = await aPriceList(world, [])
    const put = world.agreements.putEntries(seller, list, [
      { productId: bolt.id, unitPrice: '1' },
      { productId: foreign.id, unitPrice: '1' },
      { sku: foreign.sku, unitPrice: '1' },
      { sku: bolt.sku, unitPrice: '1' },
      { unitPrice: '1' },
      { productId: bolt.id, sku: bolt.sku, unitPrice: '1' },
    ])
    await expect(put).rejects.toMatchObject({
      code: 'catalog.price_entries_invalid',
      details: {
        entries: [
          { place: 1, reason: 'product_unknown' },
          { place: 2, reason: 'product_unknown' },
          { place: 3, reason: 'product_twice' },
          { place: 4, reason: 'product_id_or_sku' },
          { place: 5, reason: 'product_id_or_sku' },
        ],
      },
    })
    expect(await world.agreements.getPriceList(seller, list)).toMatchObject({
      entryCount: 0,
      version: 1,
    })
  })

  it('cannot be deleted while a contract names it', async () => {
    const list = await aPriceList(world, [])
    await aContract(world, anActor('buyer'), [list])
    const remove = world.agreements.removePriceList(seller, list)
    await expect(remove).rejects.toMatchObject({ code: 'catalog.price_list_in_use' })
    const unused = await aPriceList(world, [{ productId: bolt.id, unitPrice: '1' }])
    await world.agreements.removePriceList(seller, unused)
    await expect(world.agreements.getPriceList(seller, unused)).rejects.toMatchObject({
      code: 'catalog.price_list_not_found',
    })
  })

  it('begins before it ends', async () => {
    const backward = { validFrom: now, validUntil: now }
    await expect(aPriceList(world, [], backward)).rejects.toMatchObject({
      code: 'catalog.validity_invalid',
    })
  })
})

function at(text: string) {
  return new Date(text)
}
