import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { oneUnit } from '#kernel/quantity'
import { agreementsWorld, anActor, buyerOf, useAgreements } from '#testing/agreements'
import { type AProduct, aProduct, sampleSupplierId } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { anOrderLine } from '#testing/order-line'
import { fc } from '#testing/tools/fc'
import { assortmentsOfCompanyMax, type Selection } from './assortment.ts'
import { createAssortments } from './service.ts'

const now = new Date('2026-01-02T00:00:00Z')
const operator = anActor('operator')
const suppliers = [sampleSupplierId, 'co_00000000000000000000000600']
const categories = ['cat_bolts', 'cat_lamps', 'cat_pumps']
/** Each with a word that no other brand's products have. */
const brands = ['Aquila', 'Boreas', 'Corvus', 'Dorado']
const words = ['xylophone', 'quicksilver', 'juggernaut', 'whirlwind']
const slips = ['xylophohne', 'quicksilvr', 'jugernaut', 'whirlwnd']

type Kept = AProduct & {
  readonly brand: string
  readonly categoryId: string
  readonly word: string
}
const products: Kept[] = []
const database = await useDatabase()
const world = useAgreements({ database, fx: anFx(database), now: () => now })
const assortments = createAssortments({
  database,
  now: () => now,
  findCompany: async (id) => (id === 'co_gone' ? undefined : { name: 'Any', supplier: true }),
})
for (let at = 0; at < 24; at += 1) {
  const kind = at % brands.length
  const brand = brands[kind] ?? ''
  const word = words[kind] ?? ''
  const categoryId = categories[Math.floor(at / 4) % categories.length] ?? ''
  const product = await aProduct(database, {
    supplierCompanyId: suppliers[Math.floor(at / 12)] ?? '',
    categoryId,
    brand,
    name: `Common ${word} part`,
    mpn: `${brand.slice(0, 2)}${71_000 + at * 37}-${at}`,
  })
  products.push({ ...product, brand, categoryId, word })
}
await world.catalog.refreshStatistics()

type Rules = { readonly included: Selection; readonly excluded: Selection }

describe('a product outside the assortment of a company', () => {
  it('does not exist for the company in any request', async () => {
    const buyer = anActor('buyer')
    const made = await Promise.all(
      ['One', 'Two'].map((name) =>
        assortments.create(operator, { name, companyIds: [buyer.companyId] }),
      ),
    )
    const rules = fc.array(fc.record({ included: aSelection(), excluded: aSelection() }), {
      minLength: 2,
      maxLength: 2,
    })
    await fc.assert(
      fc.asyncProperty(rules, fc.nat(23), async (drawn, at) => {
        for (const [place, one] of drawn.entries()) {
          await assortments.change(operator, made[place]?.id ?? '', one)
        }
        const typed = products[at]
        if (!typed) throw new Error('there are 24')
        await expectOnly(
          buyer,
          products.filter((product) => isSeen(product, drawn)),
          typed,
        )
      }),
      // Each asks twenty questions; the older PostgreSQL takes seconds to plan and compile them.
      { numRuns: 8 },
    )
  }, 180_000)

  it('is visible to everybody else', async () => {
    const first = products[0]
    if (!first) throw new Error('there are 24')
    const restricted = anActor('buyer')
    await assortments.create(operator, {
      name: 'Nothing of the first',
      excluded: { products: [first.id] },
      companyIds: [restricted.companyId],
    })
    await expectOnly(anActor('buyer'), products, first)
    await expectOnly(restricted, products.slice(1), first)
  })

  it('is visible again when the assortment is deleted', async () => {
    const [first] = products
    if (!first) throw new Error('there are 24')
    const buyer = anActor('buyer')
    const { id } = await assortments.create(operator, {
      name: 'One brand',
      included: { brands: ['bOREAS'] },
      companyIds: [buyer.companyId],
    })
    const boreas = products.filter(({ brand }) => brand === 'Boreas')
    await expectOnly(buyer, boreas, first)
    await assortments.remove(operator, id)
    await expectOnly(buyer, products, first)
    await expect(assortments.get(id)).rejects.toMatchObject({
      code: 'catalog.assortment_not_found',
    })
  })

  it('is hidden in every process, despite their caches', async () => {
    const [first] = products
    if (!first) throw new Error('there are 24')
    const other = agreementsWorld({ database, fx: anFx(database), now: () => now })
    const buyer = anActor('buyer')
    expect((await other.catalog.search(buyer, { q: first.word, limit: 100 })).total).toBe(6)
    await assortments.create(operator, {
      name: 'Without it',
      excluded: { brands: [first.brand] },
      companyIds: [buyer.companyId],
    })
    other.close()
    expect((await other.catalog.search(buyer, { q: first.word, limit: 100 })).total).toBe(0)
  })

  it('still helps spelling correction and lookups by the beginning of a number', async () => {
    const buyer = anActor('buyer')
    const hidden = { brand: 'Hidden', categoryId: 'cat_springs' }
    const shown = { brand: 'Shown', categoryId: 'cat_springs' }
    for (const at of [1, 2]) {
      await aProduct(database, { ...hidden, name: `Mainsprung ${at}`, mpn: `QX77${at}` })
      await aProduct(database, { ...shown, name: `Mainspring ${at}`, mpn: `QX77${at}B` })
    }
    await world.catalog.refreshStatistics()
    await assortments.create(operator, {
      name: 'Not hidden',
      included: { brands: ['Shown'] },
      companyIds: [buyer.companyId],
    })
    const search = (actor: typeof buyer, q: string) => world.catalog.search(actor, { q, limit: 10 })
    expect((await search(operator, 'mainsprung')).correctedQuery).toBeUndefined()
    expect(await search(buyer, 'mainsprung')).toMatchObject({
      correctedQuery: 'mainspring',
      total: 2,
    })
    const names = async (actor: typeof buyer) =>
      (await search(actor, 'qx771')).found.map(({ product }) => product.name)
    expect(await names(operator)).toEqual(['Mainsprung 1'])
    expect(await names(buyer)).toEqual(['Mainspring 1'])
  })

  it('is excluded under any spelling of its brand, and by existing ids only', async () => {
    const buyer = anActor('buyer')
    const draft = { name: 'No Boreas', companyIds: [buyer.companyId] }
    for (const [part, code] of [
      [{ suppliers: ['co_gone'] }, 'supplier_unknown'],
      [{ categories: ['cat_gone'] }, 'category_unknown'],
      [{ products: ['prd_gone'] }, 'products_unknown'],
    ] as const) {
      const refused = assortments.create(operator, { ...draft, excluded: part })
      await expect(refused).rejects.toMatchObject({ code: `catalog.${code}` })
    }
    const { id } = await assortments.create(operator, {
      ...draft,
      excluded: { brands: ['bOREAS'] },
    })
    const { total } = await world.catalog.search(buyer, { brand: ['Boreas'], limit: 1 })
    expect(total).toBe(0)
    await expect(
      assortments.change(operator, id, { included: { categories: ['cat_gone'] } }),
    ).rejects.toMatchObject({ code: 'catalog.category_unknown' })
  })

  it('is excluded by a limited number of assortments', async () => {
    const { companyId } = anActor('buyer')
    const draft = { name: 'One of many', companyIds: [companyId] }
    for (let at = 0; at < assortmentsOfCompanyMax; at += 1)
      await assortments.create(operator, draft)
    await expect(assortments.create(operator, draft)).rejects.toMatchObject({
      code: 'catalog.assortments_of_company_too_many',
    })
  })
})

/** What the documentation says, as plainly as it can be said. */
function isSeen(product: Kept, rules: readonly Rules[]): boolean {
  const isOf = (selection: Selection) =>
    selection.suppliers.includes(product.supplierCompanyId) ||
    selection.categories.includes(product.categoryId) ||
    selection.brands.includes(product.brand) ||
    selection.products.includes(product.id)
  const isEmpty = (selection: Selection) => Object.values(selection).flat().length === 0
  return rules.every(
    ({ included, excluded }) => (isEmpty(included) || isOf(included)) && !isOf(excluded),
  )
}

function some(values: readonly string[]) {
  return fc.subarray([...values], { maxLength: 2 })
}

function aSelection() {
  return fc.record({
    suppliers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, some(suppliers)),
    categories: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, some(categories)),
    brands: some(brands),
    products: fc
      .subarray(
        Array.from({ length: 24 }, (_, at) => at),
        { maxLength: 3 },
      )
      .map((places) => places.map((at) => products[at]?.id ?? '')),
  })
}

function idsOf(kept: readonly { readonly id: string }[]) {
  return kept.map(({ id }) => id).sort()
}

function counted(values: readonly string[]) {
  return Object.fromEntries(
    [...new Set(values)]
      .sort()
      .map((value) => [value, values.filter((one) => one === value).length]),
  )
}

/** Everything that a company can ask, held against what it sees. */
async function expectOnly(buyer: typeof operator, seen: readonly Kept[], typed: Kept) {
  const { catalog, quotes } = world
  const all = await catalog.search(buyer, { limit: 100 })
  expect(idsOf(all.found.map(({ product }) => product))).toEqual(idsOf(seen))
  expect(all.total).toBe(seen.length)
  const { facets } = all
  const facet = (choices: readonly { value?: string; id?: string; count: number }[]) =>
    Object.fromEntries(choices.map(({ value, id, count }) => [value ?? id ?? '', count]))
  expect(facet(facets.brand)).toEqual(counted(seen.map(({ brand }) => brand)))
  expect(facet(facets.supplier)).toEqual(counted(seen.map((one) => one.supplierCompanyId)))
  expect(facet(facets.category)).toEqual(counted(seen.map(({ categoryId }) => categoryId)))
  const chosen = await catalog.search(buyer, { brand: [typed.brand], limit: 100 })
  // What was asked for is shown, as of any brand that there is not.
  const brands = { [typed.brand]: 0, ...counted(seen.map(({ brand }) => brand)) }
  expect(facet(chosen.facets.brand)).toEqual(brands)
  const { categoryId } = typed
  const shown = seen.filter((one) => one.categoryId === categoryId)
  const within = catalog.search(buyer, { category: categoryId, limit: 100 })
  if (shown.length === 0) {
    await expect(within).rejects.toMatchObject({ code: 'catalog.category_unknown' })
  } else {
    const counts = counted(shown.map((one) => one.categoryId))
    expect(facet((await within).facets.category)).toEqual(counts)
  }
  const listed = await catalog.categories(buyer, { parentId: null, after: undefined, limit: 100 })
  const namedIds = listed.map(({ id }) => id)
  expect(namedIds).toEqual(expect.arrayContaining(seen.map((one) => one.categoryId)))
  if (seen.length < products.length && shown.length === 0)
    expect(namedIds).not.toContain(categoryId)

  const withWord = seen.filter(({ word }) => word === typed.word)
  const byWord = await catalog.search(buyer, { q: typed.word, limit: 100 })
  expect(idsOf(byWord.found.map(({ product }) => product))).toEqual(idsOf(withWord))
  const slip = slips[words.indexOf(typed.word)] ?? ''
  const bySlip = await catalog.search(buyer, { q: slip, limit: 100 })
  expect(bySlip.correctedQuery).toBe(withWord.length > 0 ? typed.word : undefined)
  expect(bySlip.total).toBe(withWord.length)

  const isThere = seen.some(({ id }) => id === typed.id)
  const ids = new Set<string>(idsOf(seen))
  const byNumber = await catalog.search(buyer, { q: typed.mpn, limit: 100 })
  expect(byNumber.found[0]?.product.id === typed.id).toBe(isThere)
  for (const { product } of byNumber.found) expect(ids).toContain(product.id)
  const [matched] = await catalog.matchLines(buyer, [anOrderLine(typed.mpn, oneUnit)])
  expect(matched?.status).toBe(isThere ? 'matched' : 'unknown')
  if (matched?.status === 'unknown' && matched.nearest) expect(ids).toContain(matched.nearest.id)

  const suggested = await catalog.suggest(buyer, typed.mpn.slice(0, 4), 10)
  for (const { id } of suggested.products) expect(ids).toContain(id)
  expect(suggested.products.some(({ id }) => id === typed.id)).toBe(isThere)
  const { brands: found } = await catalog.suggest(buyer, typed.brand.slice(0, 3), 10)
  expect(found).toEqual(seen.some(({ brand }) => brand === typed.brand) ? [typed.brand] : [])
  const kind = typed.categoryId.replace('cat_', '').slice(0, 3)
  const { categories: kinds } = await catalog.suggest(buyer, kind, 10)
  const hasKind = seen.some(({ categoryId }) => categoryId === typed.categoryId)
  expect(kinds.map(({ id }) => id)).toEqual(hasKind ? [typed.categoryId] : [])

  const read = catalog.readProduct(buyer, typed.id).then(
    () => true,
    ({ code }) => code !== 'catalog.product_not_found',
  )
  expect(await read).toBe(isThere)
  const items = [{ productId: typed.id, quantity: oneUnit }]
  const { quoted } = await quotes.request(buyer, { items })
  expect(quoted[0]?.quote !== undefined).toBe(isThere)
  const lines = await catalog.quote(database.pool, buyerOf(buyer), items)
  expect(lines.has(typed.id)).toBe(isThere)
}
