import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'

const database = await useDatabase()
const catalog = aCatalog({ database, now: () => new Date() })

describe('a part number of a few characters', () => {
  it('ranks first when it matches whole, unless many products share it or it is a measure', async () => {
    const bracket = await aProduct(database, { sku: 'N-1', mpn: 'NOTCH', name: 'Notch bracket' })
    await aProduct(database, { sku: '5m', mpn: 'FIVE', name: 'Five metal pins' })
    for (const at of [1, 2, 3, 4, 5, 6]) {
      await aProduct(database, { sku: `SHEET-${at}`, mpn: 'A4', name: `Sheet protector ${at}` })
    }
    for (const q of ['N-1', 'n1']) {
      const [first] = (await search({ q })).found
      expect(first).toMatchObject({ product: { id: bracket.id }, match: 'identifier' })
    }
    for (const q of ['N-', 'N-12', 'A4', '5 m', '5m']) {
      const { found } = await search({ q })
      expect(found.filter(({ match }) => match !== 'text')).toEqual([])
    }
  })
})

describe('a part number made of words', () => {
  it('is found, and ranks first only when nothing else has the words', async () => {
    const name = 'Rivet tongs'
    const called = await aProduct(database, {
      mpn: 'Rivet tongs',
      name: 'Rivet tongs long coaxial connector for surge protected antenna lines',
    })
    const alone = await search({ q: name })
    expect(alone.found[0]).toMatchObject({ product: { id: called.id }, match: 'identifier' })
    for (const at of [1, 2, 3, 4]) await aProduct(database, { mpn: `RT-${at}00`, name })
    const { found } = await search({ q: name })
    expect(found.map(({ match }) => match)).toEqual(Array(5).fill('text'))
    expect(found[4]?.product.id).toBe(called.id)
    const longer = await search({ q: '24 port rivet tongs' })
    // None of them has all the words.
    expect(longer.found.map(({ match }) => match)).toEqual(Array(5).fill('near'))
  })

  it('is found when no text contains it', async () => {
    const plain = await aProduct(database, { sku: 'BLINDNUT', mpn: 'Q-77120', name: 'Insert' })
    const [first] = (await search({ q: 'blind-nut' })).found
    expect(first).toMatchObject({ product: { id: plain.id }, match: 'identifier' })
  })
})

describe('a part number of a word and a number', () => {
  it('ranks first, but not above a product that has all words of a longer query', async () => {
    const name = 'Torx7 Driver chrome'
    const called = await aProduct(database, { mpn: 'Torx7 Driver', name })
    const asked = await aProduct(database, { mpn: 'TD-100', name: 'Magnetic Torx7 screw driver' })
    for (const q of ['torx7 driver', 'torx7 driver chrome', 'torx7 driver unheard']) {
      const [first] = (await search({ q })).found
      expect(first, q).toMatchObject({ product: { id: called.id }, match: 'identifier' })
    }
    const { found } = await search({ q: 'magnetic torx7 driver' })
    expect(found.slice(0, 2)).toMatchObject([
      { product: { id: asked.id }, match: 'text' },
      { product: { id: called.id }, match: 'near' },
    ])
  })
})

function search({ q }: { q: string }) {
  return catalog.search(buyer, { q, limit: 20 })
}
