import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'

const database = await useDatabase()
const catalog = aCatalog({ database })
// Enough with both words that a search for both needs no others; some of the two are cheap.
for (let at = 0; at < 60; at += 1) {
  await aProduct(database, { name: `Azure gadget ${at}`, unitPrice: at < 10 ? '5' : '50' })
}
for (let at = 0; at < 20; at += 1) {
  await aProduct(database, { name: `Azure trinket ${at}`, unitPrice: '5' })
}

describe('a search with enough matches for all words', () => {
  it('narrows: it finds fewer, never more', async () => {
    expect(await total()).toBe(60)
    expect(await total({ maxPrice: '10' })).toBe(10)
  })

  it('makes no remark; one with few matches says how many products have all words', async () => {
    const countsOf = async (q: string) => {
      const { total, withAllWords } = await catalog.search(buyer, { q, limit: 20 })
      return { total, withAllWords }
    }
    expect(await countsOf('azure gadget')).toEqual({ total: 60, withAllWords: undefined })
    expect(await countsOf('gadget')).toEqual({ total: 60, withAllWords: undefined })
    expect(await countsOf('azure trinket 7')).toMatchObject({ withAllWords: 1 })
    expect(await countsOf('black azure bolt')).toMatchObject({ withAllWords: 0 })
    expect(await countsOf('azure nothing')).toEqual({ total: 0, withAllWords: undefined })
  })

  it('shows apart what has some of the words when no product has all of them', async () => {
    await aProduct(database, { name: 'Azure ornament', unitPrice: '0.50' })
    expect(await total({ maxPrice: '1' })).toBe(0)
    const cheap = { q: 'azure gadget', limit: 20, maxPrice: '1' }
    const { nearMisses } = await catalog.search(buyer, cheap)
    expect(nearMisses.map(({ product }) => product.name)).toEqual(['Azure ornament'])
  })
})

describe('the match of a query', () => {
  beforeAll(async () => {
    await aProduct(database, {
      name: 'Azure brewer',
      description: 'Brews a cup from a sachet of leaves',
    })
    await aProduct(database, { name: 'Stainless ladle', description: 'Made for soups' })
  })

  it('is full when a product has all words; the others are near misses', async () => {
    const { match, kinds } = await read('azure trinket 7')
    expect(match).toBe('full')
    expect(kinds[0]).toBe('text')
    expect(new Set(kinds.slice(1))).toEqual(new Set(['near']))
  })

  it('is partial when each product lacks a word that describes, and all are near misses', async () => {
    const { match, kinds } = await read('black azure bolt')
    expect(match).toBe('partial')
    expect(new Set(kinds)).toEqual(new Set(['near']))
    // In any order, and narrowed to products that lack the word.
    expect((await read('black azure bolt', { sort: 'name' })).match).toBe('partial')
    expect((await read('azure brewer', { sort: 'name' })).match).toBe('full')
    expect((await read('azure brewer', { maxPrice: '0.01' })).match).toBe('none')
  })

  it('is partial when a product only mentions what is searched', async () => {
    expect(await read('leaves')).toEqual({ match: 'partial', kinds: ['near'] })
    expect((await read('azure leaves')).match).toBe('partial')
    // What it is for, or has, may stand anywhere.
    expect((await read('azure brewer for leaves')).match).toBe('full')
    expect((await read('brewer leaves')).match).toBe('partial')
  })

  it('is none without any match, and undefined without words', async () => {
    expect(await read('xyzzyplugh')).toEqual({ match: 'none', kinds: [] })
    expect(await read('the')).toEqual({ match: 'none', kinds: [] })
    expect((await catalog.search(buyer, { limit: 1 })).match).toBeUndefined()
  })
})

async function read(q: string, more: { sort?: 'name'; maxPrice?: string } = {}) {
  const { match, found } = await catalog.search(buyer, { q, limit: 50, ...more })
  return { match, kinds: found.map((one) => one.match) }
}

async function total(filters: { maxPrice?: string } = {}) {
  return (await catalog.search(buyer, { q: 'azure gadget', limit: 20, ...filters })).total
}
