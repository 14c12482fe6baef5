import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { insertCategories } from '#modules/products'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import type { SearchInput } from './search-input.ts'

const database = await useDatabase()
const catalog = aCatalog({ database })
await database.transaction((tx) =>
  insertCategories(
    tx,
    [
      ['cat_net', 'Network'],
      ['cat_net_switch', 'Network', 'Switches'],
      ['cat_net_parts', 'Network', 'Accessories'],
      ['cat_werk', 'Werkzeug'],
      ['cat_saege', 'Werkzeug', 'Sägen und Blätter'],
      ['cat_werk_parts', 'Werkzeug', 'Accessories'],
    ].map(([id = '', ...path]) => ({
      id,
      name: path.at(-1) ?? '',
      path,
      pathIds: path.length > 1 ? [id.startsWith('cat_net') ? 'cat_net' : 'cat_werk', id] : [id],
      nouns: [],
    })),
  ),
)
await aProduct(database, {
  categoryId: 'cat_net_switch',
  name: 'Switch with 8 ports',
  gtins: ['6935364020606'],
  unitPrice: '40',
})
await aProduct(database, {
  categoryId: 'cat_saege',
  name: 'Saw',
  unitPrice: '0.5',
  shipTo: ['DE'],
})
// Words of the number, each by itself.
await aProduct(database, {
  categoryId: 'cat_werk',
  name: 'Rack 6 935364 020606 wide',
  shipTo: ['US'],
})

describe('an article number', () => {
  it('finds exactly the products that have it, of any supplier, also among the words', async () => {
    const other = { supplierCompanyId: 'co_00000000000000000000000777' }
    await aProduct(database, { sku: 'GLOVE-1', name: 'Glove', unitPrice: '2' })
    await aProduct(database, { sku: 'GLOVE-1', name: 'Glove of others', unitPrice: '3', ...other })
    await aProduct(database, { sku: 'GLOVE-10', name: 'Long glove', unitPrice: '4' })
    await aProduct(database, { sku: 'glove-1', name: 'Small glove', unitPrice: '5' })
    const named = (input: Partial<SearchInput>) =>
      namesOf({ sort: 'price_asc', ...input }).then((names) => [...names])
    expect(await named({ sku: ['GLOVE-1'] })).toEqual(['Glove', 'Glove of others'])
    expect(await named({ sku: ['GLOVE-1', 'GLOVE-10'], q: 'long' })).toEqual(['Long glove'])
    expect(await named({ sku: ['GLOVE-1'], supplier: [other.supplierCompanyId] })).toEqual([
      'Glove of others',
    ])
    expect(await named({ sku: ['GLOVE'] })).toEqual([])
  })
})

describe('a category', () => {
  it.each([
    'cat_saege',
    'Sägen und Blätter',
    'SAGEN  UND blatter',
    'Werkzeug > Sägen und Blätter',
    'werkzeug/sägen und blätter',
  ])('is found by %s', async (category) => {
    expect(await namesOf({ category })).toEqual(['Saw'])
  })

  it('that does not exist is refused with the nearest names', async () => {
    await expect(search({ category: 'Swiches' })).rejects.toMatchObject({
      code: 'catalog.category_unknown',
      status: 400,
      details: { nearest: [{ id: 'cat_net_switch', path: ['Network', 'Switches'] }] },
    })
  })

  it('with an ambiguous name is refused, and found by its path', async () => {
    await expect(search({ category: 'accessories' })).rejects.toMatchObject({
      code: 'catalog.category_ambiguous',
      details: {
        categories: [
          { id: 'cat_net_parts', path: ['Network', 'Accessories'] },
          { id: 'cat_werk_parts', path: ['Werkzeug', 'Accessories'] },
        ],
      },
    })
    expect(await namesOf({ category: 'Network > Accessories' })).toEqual([])
  })
})

describe('numbers and codes', () => {
  it.each([
    [{ maxPrice: '.5' }, ['Saw']],
    [{ minPrice: '4e1', maxPrice: '1e3' }, ['Switch with 8 ports']],
    [{ minPrice: '+40.', currency: 'eur' }, ['Switch with 8 ports']],
    [{ country: ' us ', q: 'rack' }, ['Rack 6 935364 020606 wide']],
  ])('%j are read leniently', async (input, names) => {
    expect(await namesOf(input)).toEqual(names)
  })
})

describe('a GTIN', () => {
  it.each(['6 935364 020606', '6935364-020606', '6 9353 6402 0606', ' 6935 3640 2060 6 '])(
    'written as "%s" finds what the bare one finds',
    async (q) => {
      const bare = await namesOf({ q: '6935364020606' })
      expect(bare).toContain('Switch with 8 ports')
      expect(await namesOf({ q })).toEqual(bare)
    },
  )

  it('is an ordinary number without its check digit', async () => {
    const { found, nearMisses } = await search({ q: '6 935364 020605' })
    expect(found).toEqual([])
    expect(nearMisses.map(({ product }) => product.name)).toContain('Rack 6 935364 020606 wide')
  })
})

function search(input: Partial<SearchInput>) {
  return catalog.search(buyer, { limit: 20, ...input })
}

async function namesOf(input: Partial<SearchInput>) {
  return (await search(input)).found.map(({ product }) => product.name)
}
