import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { fc } from '#testing/tools/fc'

const database = await useDatabase()

const catalog = aCatalog({ database })
await aProduct(database, { name: 'Cat6 patch cable blue 25 ft', mpn: 'TL-SG1008' })
await aProduct(database, { name: 'Kühlmittel für Server', mpn: 'KM/40 "A"' })
await catalog.refreshStatistics()

describe('a search', () => {
  it('answers any text, and the same twice', async () => {
    const query = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.oneof(telling, fc.string({ maxLength: 5 })), { maxLength: 12 })
        .map((parts) => parts.join(' ')),
      fc.array(telling, { maxLength: 12 }).map((parts) => parts.join('')),
    )

    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const [one, again] = [await searched(q), await searched(q)]
        expect(again).toEqual(one)
        expect(one.total).toBeGreaterThanOrEqual(one.ids.length)
      }),
      { numRuns: 200 },
    )
  })

  it('answers a thousand facet values, and strange ones', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `Brand ${at}`)
    expect((await searched('cable', { brand: many })).ids).toEqual([])
    const strange = ['', '\u0000', '\ud800', "'; drop table products.products; --", ':', 'a:b:c']
    const supplier = strange.map((text) => `co_${text}`)
    await searched('cable', { brand: strange, supplier, attribute: strange })
  })

  it('accepts the cursor of another query as a position', async () => {
    const { found } = await catalog.search(buyer, { q: 'cable', limit: 1 })
    const after = { key: '1e9', id: found[0]?.product.id ?? '' }
    const answer = await catalog.search(buyer, { q: 'kühlmittel', after, limit: 5 })
    expect(answer.found).toHaveLength(1)
  })
})

/** What has a meaning for one of the readers of a query, in any order and mixed with anything. */
const telling = fc.constantFrom(
  ...['"', '-', '/', "'", '\\', '|', '&', '!', ':*', '(', ')', '<->', '%', '=', '\u0000', '\ud83d'],
  ...['cable', 'laptop', 'cat6', '25 ft', '1/4-20', 'M8x40', '70x37 mm', 'lc/sc', '=cat_switches'],
  ...[
    'مرحبا',
    '🔌',
    '\u202e',
    'ß',
    'İ',
    'ﬁ',
    '㎜',
    '١٢',
    '\ufeff',
    '0'.repeat(30),
    'x'.repeat(300),
  ],
)

async function searched(q: string, filters: object = {}) {
  const { found, total } = await catalog.search(buyer, { q, limit: 5, ...filters })
  return { ids: found.map(({ product }) => product.id), total }
}
