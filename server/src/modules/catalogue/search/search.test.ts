import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import type { SearchInput } from './search-input.ts'

const otherSupplier = 'co_00000000000000000000000600'
const switches = { categoryId: 'cat_switches', brand: 'TP-LINK' }
const database = await useDatabase()
const catalog = aCatalog({ database })
const gigabitSwitch = await aProduct(database, {
  ...switches,
  sku: '2125510',
  mpn: 'TL-SG1008',
  gtins: ['6935364020606'],
  name: 'TP-LINK TL-SG1008 Unmanaged Gigabit Switch 8 ports',
  unitPrice: '40',
  attributes: colour('Black'),
})
await aProduct(database, {
  ...switches,
  mpn: 'TL-SG1016',
  name: 'TP-LINK TL-SG1016 Gigabit Switch 16 ports',
  unitPrice: '80',
  shipTo: ['US'],
  attributes: colour('Grey'),
})
await aProduct(database, {
  categoryId: 'cat_switches',
  brand: 'Netgear',
  mpn: 'GS608',
  name: 'Netgear Gigabit Switch',
  unitPrice: '60.005',
  supplierCompanyId: otherSupplier,
  attributes: colour('Black'),
})
const toner = await aProduct(database, {
  categoryId: 'cat_toner',
  brand: 'Xerox',
  mpn: '006R90321',
  gtins: ['0095205603217'],
  name: 'Xerox black toner cartridge',
  unitPrice: '49.95',
})
const cable = { categoryId: 'cat_network_cables', brand: 'C2G' }
await aProduct(database, { ...cable, name: 'Cat6 patch cable blue 25 ft', unitPrice: '7.5' })
await aProduct(database, { ...cable, name: 'Cat6 patch cable blue 2 m', unitPrice: '2' })
await aProduct(database, { ...cable, name: 'LC/SC fiber patch cable 1m', unitPrice: '9' })
await aProduct(database, { name: 'Kühlmittel für Server', unitPrice: '0.004321' })
await aProduct(database, { name: 'Kühlmittel', categoryId: 'cat_coolants', unitPrice: '3000' })

describe('a part number', () => {
  const spellings = ['TL-SG1008', 'tlsg1008', 'TL SG 1008', 'tl/sg1008', '6935364020606', '2125510']

  it.each(spellings)('is found as %s, first and marked as an identifier', async (q) => {
    const [first] = (await search({ q })).found
    expect(first).toMatchObject({ product: { id: gigabitSwitch.id }, match: 'identifier' })
  })

  it.each(['095205603217', '0 095205 603217', '0095205603217'])(
    'is found by its GTIN %s with any leading zeros',
    async (q) => {
      const [first] = (await search({ q })).found
      expect(first).toMatchObject({ product: { id: toner.id }, match: 'identifier' })
    },
  )

  it('is found by its beginning, the shortest first', async () => {
    const names = await namesOf({ q: 'TL-SG10' })
    expect(names.slice(0, 2).every((name) => name.includes('TL-SG10'))).toBe(true)
  })

  it('is found with a typing error and marked as near', async () => {
    const [first] = (await search({ q: 'TL-SG1OO8' })).found
    expect(first).toMatchObject({ product: { id: gigabitSwitch.id }, match: 'near' })
  })

  it.each(['tp-link TL-SG1OO8', 'unmanaged gigabit switch tlsg1oo8 black', 'xerox 6R90321 toner'])(
    'is found with a typing error beside other words: %s',
    async (q) => {
      const [first] = (await search({ q })).found
      const meant = q.startsWith('xerox') ? toner : gigabitSwitch
      expect(first).toMatchObject({ product: { id: meant.id }, match: 'near' })
    },
  )
})

describe('words', () => {
  it('rank products with all words before products with some', async () => {
    const names = await namesOf({ q: 'netgear gigabit switch' })
    expect(names[0]).toBe('Netgear Gigabit Switch')
    expect(names).toHaveLength(3)
  })

  it('match the same length in any unit', async () => {
    for (const q of ['patch cable 25 ft', 'patch cable 7.62 m', "patch cable 25'"]) {
      expect((await namesOf({ q }))[0]).toBe('Cat6 patch cable blue 25 ft')
    }
  })

  it('match the value of an attribute under any label', async () => {
    const measure = (label: string, value: string, unit: string) => ({
      label,
      value,
      unit,
      kind: 'number' as const,
    })
    await aProduct(database, {
      name: 'Verlegekabel grau',
      attributes: [measure('Kabellänge', '55', 'm'), measure('Verpackungslänge', '21', 'cm')],
    })
    expect(await namesOf({ q: 'verlegekabel 55 m' })).toEqual(['Verlegekabel grau'])
    expect((await search({ q: '55 m' })).total).toBe(1)
    expect((await search({ q: '21 cm' })).total).toBe(0)
  })

  it('match both sides of a slash, and words without their accents', async () => {
    expect((await namesOf({ q: 'sc fiber' }))[0]).toBe('LC/SC fiber patch cable 1m')
    expect(await namesOf({ q: 'kuhlmittel fur server' })).toContain('Kühlmittel für Server')
  })

  it('match a product written as two words or one', async () => {
    await aProduct(database, { name: 'Wired headset', categoryId: 'cat_headsets' })
    await aProduct(database, { name: 'Plain headset', categoryId: 'cat_headsets' })
    await aProduct(database, { name: 'Soft headset', categoryId: 'cat_headsets' })
    await catalog.refreshStatistics()
    expect(await namesOf({ q: 'head set' })).toHaveLength(3)
  })

  it('are corrected when no product has them, and the answer names the correction', async () => {
    const result = await search({ q: 'gigabit swich' })
    expect(result.correctedQuery).toBe('gigabit switch')
    expect(result.found).toHaveLength(3)
    expect((await search({ q: '"swich"' })).correctedQuery).toBeUndefined()
  })

  it.each([
    ['gigabit swich, 8 ports', 'gigabit switch, 8 ports'],
    ['(swich) gigabit', '(switch) gigabit'],
    ['gigabit/Swich', 'gigabit/switch'],
    ['swich -"swich x" gigabit', 'switch -"swich x" gigabit'],
    ['kühlmittle', 'kuhlmittel'],
  ])('are corrected among accents and punctuation: %s', async (q, corrected) => {
    const result = await search({ q })
    expect(result.correctedQuery).toBe(corrected)
    expect(result.found.length).toBeGreaterThan(0)
  })

  it('of a product added a moment ago are not corrected', async () => {
    expect((await search({ q: 'switchy' })).found.length).toBeGreaterThanOrEqual(0)
    await aProduct(database, { name: 'Switchyard model' })
    expect(await namesOf({ q: 'switchyard' })).toEqual(['Switchyard model'])
  })

  it('in quotes keep their order, and words with a minus exclude', async () => {
    expect(await namesOf({ q: '"switch gigabit"' })).toEqual([])
    expect((await namesOf({ q: '"gigabit switch" -netgear' })).sort()).toEqual([
      'TP-LINK TL-SG1008 Unmanaged Gigabit Switch 8 ports',
      'TP-LINK TL-SG1016 Gigabit Switch 16 ports',
    ])
  })

  it('in quotes and with a minus may begin with a digit', async () => {
    await aProduct(database, { name: 'Relay 10GbE rack' })
    await aProduct(database, { name: 'Relay 2 rack pin' })
    expect(await namesOf({ q: 'relay -10gbe' })).toEqual(['Relay 2 rack pin'])
    expect(await namesOf({ q: 'relay "2 rack"' })).toEqual(['Relay 2 rack pin'])
    expect(await namesOf({ q: 'relay "2 pin"' })).toEqual([])
  })

  it('of discontinued products alone are no corrections', async () => {
    for (const name of ['Zeppelin one', 'Zeppelin two']) {
      const { id } = await aProduct(database, { name })
      await database.transaction((tx) => catalog.changeProduct(tx, id, { discontinued: true }))
    }
    await catalog.refreshStatistics()
    expect((await search({ q: 'zepplin' })).correctedQuery).toBeUndefined()
  })
})

describe('hostile words', () => {
  const hostile = [
    "'",
    '"',
    '\\',
    "switch' | !toner & (",
    'a:* & b <-> c',
    '-"',
    '""',
    'switch\u0000toner',
    '\ud800 switch',
    'C:\\temp\\x',
    '%_%',
    '-netgear',
    'the',
    'x',
    '🔌',
    `${'switch '.repeat(140)}`,
    `${'a'.repeat(1_000)}`,
    '$1 $2',
    "'; drop table products.products; --",
  ]

  it.each(hostile)('%j are never an error', async (q) => {
    const result = await search({ q })
    expect(result.total).toBeGreaterThanOrEqual(0)
  })

  it.each([
    ['???', 'no_words', []],
    ['---', 'no_words', []],
    ['!!! ... &&&', 'no_words', []],
    ['("', 'no_words', []],
    ['""', 'no_words', []],
    ['-blue -"patch panel"', 'only_exclusions', ['patch panel', 'blue']],
    ['the of', 'words_too_common', ['the', 'of']],
    ['"the"', 'words_too_common', ['the']],
  ])('%j alone find nothing, and the answer says why', async (q, code, words) => {
    const result = await search({ q })
    expect(result).toMatchObject({ found: [], total: 0 })
    expect(result.notices).toMatchObject([{ code: `catalog.${code}`, words }])
  })

  it('make no remark when they ask for nothing', async () => {
    for (const q of [
      'the gigabit switch',
      'nothing of the kind',
      '-blue switch',
      '9 m',
      undefined,
    ]) {
      expect((await search({ q })).notices).toEqual([])
    }
    const both = (await search({ q: 'the -blue' })).notices.map(({ code }) => code)
    expect(both).toEqual(['catalog.words_too_common', 'catalog.only_exclusions'])
  })
})

describe('filters', () => {
  it('are inclusive for both price bounds', async () => {
    expect(await namesOf({ q: 'gigabit', minPrice: '60.005', maxPrice: 80 })).toHaveLength(2)
    expect(await namesOf({ q: 'gigabit', minPrice: '60.0051', maxPrice: '79.99' })).toEqual([])
    expect(await namesOf({ minPrice: 0, maxPrice: '0.0044' })).toEqual(['Kühlmittel für Server'])
  })

  it('keep what ships to a country', async () => {
    expect((await search({ q: 'gigabit switch', country: 'DE' })).total).toBe(2)
    expect((await search({ q: 'gigabit switch', country: 'US' })).total).toBe(3)
  })

  it('combine, and values of one filter are alternatives', async () => {
    expect((await search({ brand: ['TP-LINK', 'Netgear'] })).total).toBe(3)
    expect(
      (await search({ brand: ['TP-LINK', 'Netgear'], attribute: ['Colour:Black'] })).total,
    ).toBe(2)
    expect((await search({ category: 'cat_switches', supplier: [otherSupplier] })).total).toBe(1)
    expect((await search({ attribute: ['Colour:Black', 'Colour:Grey'] })).total).toBe(3)
  })

  it('apply to part numbers as well', async () => {
    expect((await search({ q: 'TL-SG1008', brand: ['Netgear'] })).found).toEqual([])
  })

  it.each([
    [{ minPrice: -1 }, 'catalog.price_range_invalid'],
    [{ maxPrice: 'NaN' }, 'catalog.price_range_invalid'],
    [{ maxPrice: '1e99' }, 'catalog.price_range_invalid'],
    [{ minPrice: 5, maxPrice: 4 }, 'catalog.price_range_invalid'],
    [{ currency: 'EURO' }, 'catalog.currency_unknown'],
    [{ country: 'XX' }, 'catalog.country_unknown'],
  ])('%j are refused', async (input, code) => {
    await expect(search(input)).rejects.toMatchObject({ code, status: 400 })
  })

  it('refuse a currency without a rate rather than filter wrongly', async () => {
    const wrong = search({ q: 'switch', maxPrice: 50, currency: 'USD' })
    await expect(wrong).rejects.toMatchObject({ code: 'fx.rate_unavailable', status: 422 })
    await expect(search({ currency: 'USD' })).rejects.toMatchObject({ status: 422 })
  })
})

describe('facets', () => {
  it('count the matches for every further filter', async () => {
    const { facets, total } = await search({ q: 'gigabit switch' })
    expect(total).toBe(3)
    expect(facets.brand).toEqual([
      { value: 'TP-LINK', count: 2, selected: false },
      { value: 'Netgear', count: 1, selected: false },
    ])
    expect(facets.category).toEqual([
      { id: 'cat_switches', path: ['switches'], parentId: null, count: 3, selected: false },
    ])
    expect(facets.price).toEqual([
      { from: '25', to: '50', maxPrice: '49.999999', count: 1 },
      { from: '50', to: '100', maxPrice: '99.999999', count: 2 },
    ])
    expect(facets.attributes).toEqual([
      {
        label: 'Colour',
        values: [
          { value: 'Black', count: 2, selected: false },
          { value: 'Grey', count: 1, selected: false },
        ],
      },
    ])
  })

  it('ignore their own selection and no other', async () => {
    const { facets, total } = await search({
      q: 'gigabit switch',
      brand: ['Netgear'],
      maxPrice: 70,
    })
    expect(total).toBe(1)
    expect(facets.brand).toEqual([
      { value: 'Netgear', count: 1, selected: true },
      { value: 'TP-LINK', count: 1, selected: false },
    ])
    expect(facets.price.map(({ count }) => count)).toEqual([1])
    expect(facets.supplier.map(({ count }) => count)).toEqual([1])
  })

  it('follow a change at once, despite caches', async () => {
    const before = await search({ q: 'gigabit switch' })
    const added = await aProduct(database, {
      ...switches,
      name: 'Another Gigabit Switch',
      unitPrice: '5',
    })
    const after = await search({ q: 'gigabit switch' })
    expect(after.total).toBe(before.total + 1)

    await database.transaction((tx) => catalog.changeProduct(tx, added.id, { discontinued: true }))
    expect((await search({ q: 'gigabit switch' })).total).toBe(before.total)
  })
})

describe('pages', () => {
  const sorts = ['relevance', 'newest', 'name', 'price_asc', 'price_desc'] as const

  it.each(sorts)('by %s show every product once, in a stable order', async (sort) => {
    const q = sort === 'relevance' ? 'gigabit switch cable' : undefined
    const whole = await search({ q, sort, limit: 100 })
    const ids: string[] = []
    let after: SearchInput['after']
    for (;;) {
      const { found } = await search({ q, sort, limit: 2, after })
      ids.push(...found.slice(0, 2).map(({ product }) => product.id))
      after = found[1]?.place
      if (found.length <= 2) break
    }
    expect(whole.found.length).toBeGreaterThan(5)
    expect(ids).toEqual(whole.found.map(({ product }) => product.id))
  })

  it('by price are in order of price', async () => {
    const prices = (await search({ sort: 'price_asc' })).found.map(({ product }) =>
      product.pricing.list.amount.toNumber(),
    )
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  })
})

function colour(value: string) {
  return [{ label: 'Product colour', value, kind: 'text' as const }]
}

function search(input: Partial<SearchInput>) {
  return catalog.search(buyer, { limit: 20, ...input })
}

async function namesOf(input: Partial<SearchInput>): Promise<string[]> {
  return (await search(input)).found.map(({ product }) => product.name)
}
