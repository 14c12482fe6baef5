import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { createTerms } from '#modules/products'
import { anActor, aPriceList, buyerOf, seller, useAgreements } from '#testing/agreements'
import { aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { aCompany, aPerson } from '#testing/identity'
import { aStructure } from '#testing/structure'
import { fc } from '#testing/tools/fc'
import { createAssortments } from '../assortments/service.ts'
import { priceEverywhere } from './price-everywhere.fixture.ts'

const now = new Date('2026-07-02T03:04:05Z')
const clock = () => now
const database = await useDatabase()
const world = useAgreements({ database, fx: anFx(database, { now: clock }), now: clock })
const structure = aStructure(database, clock)
const findCompany = async () => ({ name: 'A company', supplier: true })
const assortments = createAssortments({ database, now: clock, findCompany })
const operator = anActor('operator')
const bolt = await aProduct(database, { name: 'Titanium bolt', mpn: 'TB-4711', unitPrice: '10' })

/** A company with these units, each below the unit at the place that stands beside it. */
async function aTree(parents: readonly (number | undefined)[]) {
  const companyId = await aCompany(database)
  const { actor: admin } = await aPerson(database, { companyId, role: 'company_admin' })
  const unitIds: string[] = []
  for (const [at, parent] of parents.entries()) {
    const parentId = parent === undefined ? undefined : unitIds[parent]
    const unit = { name: `Unit ${at}`, kind: 'DEPARTMENT' as const, parentId }
    unitIds.push((await structure.createUnit(admin, unit)).id)
  }
  const personIn = (unitId: string | undefined): Actor => ({
    ...anActor('buyer', companyId),
    ...(unitId !== undefined && { unitId }),
  })
  return { companyId, admin, unitIds, personIn }
}

const priceOf = (buyer: Actor) => priceEverywhere(world, database, buyer, bolt)

const listOf = (companyId: string, unitId: string | undefined, unitPrice: string) =>
  aPriceList(world, [{ productId: bolt.id, unitPrice }], { companyIds: [companyId], unitId })

const hide = (companyId: string, unitId: string | undefined) =>
  assortments.create(operator, {
    name: 'Less',
    excluded: { products: [bolt.id] },
    companyIds: [companyId],
    unitId,
  })

const refusal = (code: string) => expect.objectContaining({ code: `catalog.${code}` })

describe('the price list of a unit', () => {
  it('holds for it and for all units below it, and the nearest wins', async () => {
    const { companyId, unitIds, personIn } = await aTree([undefined, 0, 1, undefined])
    const [top, middle, low, other] = unitIds
    await listOf(companyId, undefined, '9')
    await listOf(companyId, top, '8')
    expect(await Promise.all([top, middle, low].map(personIn).map(priceOf))).toEqual([
      '8.00',
      '8.00',
      '8.00',
    ])
    await listOf(companyId, low, '12')
    expect(await priceOf(personIn(low))).toBe('12.00')
    expect(await priceOf(personIn(middle))).toBe('8.00')
    expect(await priceOf(personIn(other))).toBe('9.00')
    expect(await priceOf(personIn(undefined))).toBe('9.00')
  })

  it('comes before the contract of the whole company, and a contract can name it too', async () => {
    const { companyId, unitIds, personIn } = await aTree([undefined])
    const [unitId] = unitIds
    const entries = [{ productId: bolt.id, unitPrice: '7' }]
    const [wide, own] = [
      await aPriceList(world, entries),
      await aPriceList(world, [{ productId: bolt.id, unitPrice: '6' }], { unitId }),
    ]
    const contract = {
      buyerCompanyId: companyId,
      reference: `C-${companyId}`,
      state: 'ACTIVE' as const,
      priceListIds: [wide, own],
    }
    await world.agreements.createContract(seller, contract)
    expect(await priceOf(personIn(unitId))).toBe('6.00')
    expect(await priceOf(personIn(undefined))).toBe('7.00')
    await listOf(companyId, unitId, '5')
    expect(await priceOf(personIn(unitId))).toBe('6.00')
  })

  it('follows a unit that moves, a person who moves, and a change of its unit, at once', async () => {
    const { companyId, admin, unitIds, personIn } = await aTree([undefined, undefined, 0])
    const [left = '', right = '', low = ''] = unitIds
    const listId = await listOf(companyId, left, '8')
    expect(await priceOf(personIn(low))).toBe('8.00')
    await structure.changeUnit(admin, low, { parentId: right })
    expect(await priceOf(personIn(low))).toBe('10.00')
    await world.agreements.changePriceList(seller, listId, { unitId: right })
    expect(await priceOf(personIn(low))).toBe('8.00')
    expect(await priceOf(personIn(left))).toBe('10.00')
    await world.agreements.changePriceList(seller, listId, { unitId: null })
    expect(await priceOf(personIn(left))).toBe('8.00')
  })

  it('is for an active unit of its one buyer', async () => {
    const [ours, theirs] = [await aTree([undefined]), await aTree([undefined])]
    const [unitId] = ours.unitIds
    for (const companyIds of [[theirs.companyId], [ours.companyId, theirs.companyId]]) {
      const list = aPriceList(world, [], { companyIds, unitId })
      await expect(list).rejects.toThrow(refusal('unit_unknown'))
      const assortment = assortments.create(operator, { name: 'Less', companyIds, unitId })
      await expect(assortment).rejects.toThrow(refusal('unit_unknown'))
    }
    const listId = await aPriceList(world, [], { unitId })
    const contract = { reference: `C-${listId}`, priceListIds: [listId] }
    const theirsToo = { ...contract, buyerCompanyId: theirs.companyId }
    const create = world.agreements.createContract(seller, theirsToo)
    await expect(create).rejects.toThrow(refusal('contract_lists_invalid'))
    await world.agreements.createContract(seller, { ...contract, buyerCompanyId: ours.companyId })
    const elsewhere = { unitId: theirs.unitIds[0] }
    const change = world.agreements.changePriceList(seller, listId, elsewhere)
    await expect(change).rejects.toThrow(refusal('unit_unknown'))

    await structure.endUnit(ours.admin, unitId ?? '')
    const late = aPriceList(world, [], { companyIds: [ours.companyId], unitId })
    await expect(late).rejects.toThrow(refusal('unit_unknown'))
    await world.agreements.changePriceList(seller, listId, { name: 'It keeps its ended unit' })
  })
})

describe('the assortment of a unit', () => {
  it('narrows those above it', async () => {
    const { companyId, unitIds, personIn } = await aTree([undefined, 0])
    const [top, low] = unitIds
    const { id } = await hide(companyId, low)
    expect(await priceOf(personIn(top))).toBe('10.00')
    expect(await priceOf(personIn(low))).toBeUndefined()
    await assortments.change(operator, id, { unitId: top })
    expect(await priceOf(personIn(low))).toBeUndefined()
    expect(await priceOf(personIn(top))).toBeUndefined()
    expect(await priceOf(personIn(undefined))).toBe('10.00')
    await assortments.change(operator, id, { unitId: null })
    expect(await priceOf(personIn(undefined))).toBeUndefined()
  })

  it('is one of at most five of the unit', async () => {
    const { companyId, unitIds } = await aTree([undefined])
    const [unitId] = unitIds
    for (let at = 0; at < 5; at += 1) await hide(companyId, unitId)
    await hide(companyId, undefined)
    await expect(hide(companyId, unitId)).rejects.toThrow(
      refusal('assortments_of_company_too_many'),
    )
  })
})

describe('prices and assortments in any tree', () => {
  const unitsMax = 6
  const aPlace = fc.option(fc.nat(unitsMax - 1), { nil: undefined })
  const drawn = fc.record({
    /** A unit stands below an earlier one, or at the top. */
    parents: fc.tuple(
      ...Array.from({ length: unitsMax }, (_, at) =>
        fc.option(fc.nat(Math.max(at - 1, 0)), { nil: undefined }),
      ),
    ),
    priced: fc.uniqueArray(aPlace, { maxLength: 4 }),
    hidden: fc.uniqueArray(aPlace, { maxLength: 1 }),
    moved: fc.record({ unit: fc.nat(unitsMax - 1), to: aPlace }),
  })

  it('are those of the nearest unit, on every surface, also after a unit has moved', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ parents: given, priced, hidden, moved }) => {
        const parents = given.map((parent, at) => (at === 0 ? undefined : parent))
        const { companyId, admin, unitIds, personIn } = await aTree(parents)
        const idAt = (place: number | undefined) =>
          place === undefined ? undefined : unitIds[place]
        for (const place of priced) await listOf(companyId, idAt(place), String(priceAt(place)))
        for (const place of hidden) await hide(companyId, idAt(place))

        const expectAll = async () => {
          for (const place of [undefined, ...unitIds.keys()]) {
            const line = [...lineOf(parents, place), undefined]
            const nearest = line.find((one) => priced.includes(one))
            const isPriced = nearest !== undefined || priced.includes(undefined)
            const price = (isPriced ? priceAt(nearest) : 10).toFixed(2)
            const expected = line.some((one) => hidden.includes(one)) ? undefined : price
            expect(await priceOf(personIn(idAt(place)))).toBe(expected)
          }
        }
        await expectAll()
        const isBelow = lineOf(parents, moved.to).includes(moved.unit)
        if (isBelow) return
        const parentId = idAt(moved.to) ?? null
        await structure.changeUnit(admin, unitIds[moved.unit] ?? '', { parentId })
        parents[moved.unit] = moved.to
        await expectAll()
      }),
      { numRuns: 8 },
    )
  })
})

/** A price that names its place. */
const priceAt = (place: number | undefined) => 20 + (place ?? 50)

function lineOf(parents: readonly (number | undefined)[], place: number | undefined) {
  const line: number[] = []
  for (let at = place; at !== undefined; at = parents[at]) line.push(at)
  return line
}

describe('the terms of a company', () => {
  it('are cached once for all its units, until a list or an assortment names one of them', async () => {
    const { companyId, unitIds, personIn } = await aTree([undefined, undefined])
    const terms = createTerms()
    const cached = (unitId: string | undefined) =>
      terms.cached(database.pool, buyerOf(personIn(unitId)), now)
    await listOf(companyId, undefined, '9')
    const shared = await cached(unitIds[0])
    expect(await cached(unitIds[1])).toBe(shared)
    expect(await cached(undefined)).toBe(shared)

    await listOf(companyId, unitIds[0], '8')
    const current = (unitId: string | undefined) =>
      terms.current(database.pool, buyerOf(personIn(unitId)), now)
    const own = await current(unitIds[0])
    expect(await cached(unitIds[0])).toBe(own)
    const others = [await current(unitIds[1]), await current(undefined)]
    expect(others.map(({ key }) => key)).toEqual([shared.key, shared.key])
    expect(own.key).not.toBe(shared.key)
  })
})
