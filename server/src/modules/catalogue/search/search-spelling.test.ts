import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'

const database = await useDatabase()
const catalog = aCatalog({ database })
const product = (name: string, value = '') =>
  aProduct(database, {
    name,
    attributes: value ? [{ label: 'Cable length', value, kind: 'number', unit: 'm' }] : [],
  })
for (const name of ['Cat6 cord A', 'Cat6 cord B', 'Cat6 cord C', 'Cat 6 cord D', 'Cat-6 cord E']) {
  await product(name)
}
await product('Cat 5 cord with 6 plugs')
for (const name of ['USB-C one', 'USB-C two', 'USB-C five', 'USB C three', 'USB Type-C four']) {
  await product(`Hub ${name}`)
}
await product('Hub USB four')
await product('Paper white 80 g/m²')
await product('Paper grey 80gsm')
await product('Paper thick 160 g/m2')
await product('Lead one', '1.8')
await product('Lead two', '1.83')
await product('Lead three', '5')
await product('Tower 16 GB DDR4-SDRAM 512 GB SSD')
await product('Tower 8 GB DDR4-SDRAM 512 GB SSD')
for (const name of ['USB 3.0 one', 'USB 3.2 Gen 1 two', 'USB 2.0 three'])
  await product(`Stick ${name}`)
await product('Antenna WiFi one')
await product('Antenna Wi-Fi two')
await catalog.refreshStatistics()

describe('spellings', () => {
  it.each([
    [['cat6 cord', 'cat 6 cord', 'cat-6 cord', 'CAT6 cord'], 5],
    [['hub usb c', 'hub usb-c', 'hub USB-C', 'hub usbc'], 5],
    [['80g paper', '80 g paper', '80gsm paper', '80 g/m² paper', '80 g/m2 paper'], 2],
    [['lead between 1 and 2 m', 'lead 1-2 m', 'lead zwischen 1 und 2 m', 'lead entre 1 et 2 m'], 2],
    [['tower 16gb ram 512gb ssd', 'tower 16 GB RAM, 512 GB SSD'], 1],
    [['stick usb 3.0', 'usb3.0 stick', 'stick usb-3.0', 'stick usb 3'], 2],
    [['antenna wifi', 'antenna wi-fi', 'antenna wi fi'], 2],
  ])('%j find the same', async (queries, right) => {
    const results = await Promise.all(queries.map(namesOf))
    for (const names of results) expect(names).toEqual(results[0])
    expect(results[0]).toHaveLength(right)
  })

  it('of a paper that is not sold find none', async () => {
    const { found, match } = await catalog.search(buyer, { q: 'paper 300 gsm', limit: 5 })
    expect({ found, match }).toEqual({ found: [], match: 'none' })
  })

  it('of a length are one value of the facet, and each of them filters by it', async () => {
    const { facets } = await catalog.search(buyer, { q: 'lead', limit: 5 })
    const lengths = facets.attributes.find(({ label }) => label === 'Length')
    expect(lengths?.values.map(({ value, count }) => [value, count])).toEqual([
      ['1.8 m', 2],
      ['5 m', 1],
    ])
    for (const attribute of ['Length:1.8 m', 'Length:1.83 m', 'Length:6 ft']) {
      const { total } = await catalog.search(buyer, { q: 'lead', attribute: [attribute], limit: 5 })
      expect(total, attribute).toBe(2)
    }
  })
})

/** The products with all words; others are near. */
async function namesOf(q: string): Promise<string[]> {
  const { found } = await catalog.search(buyer, { q, limit: 20 })
  return found.filter(({ match }) => match !== 'near').map(({ product }) => product.name)
}
