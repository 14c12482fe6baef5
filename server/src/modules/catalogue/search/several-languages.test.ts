import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Locale } from '#kernel/locale'
import { sql } from '#platform/db'
import { type AProductOptions, aCatalog, aProduct, buyer } from '#testing/catalog'

const database = await useDatabase()
const catalog = aCatalog({ database })

const cabinet = await plain({
  sku: 'CABINET',
  name: 'Key cabinets for walls',
  description: 'Steel, with fifty hooks',
  texts: {
    de: { name: 'Schlüsselkästen für Wände', description: 'Stahl, mit fünfzig Haken' },
    fr: { name: 'Armoires à clés murales', description: 'Acier, cinquante crochets' },
    it: { name: 'Cassetta portachiavi' },
  },
})
await plain({ sku: 'BOX-DE', language: 'de', name: 'Kabelkästen für Wände' })
await plain({ sku: 'BOX-EN', name: 'Die-cast cable boxes' })
// English and German have different stems of the word.
await plain({ sku: 'LASER-EN', name: 'Laser of brass' })
await plain({ sku: 'LASER-DE', language: 'de', name: 'Laser aus Messing' })
await plain({ sku: 'LASER-XX', name: 'Laser of iron', texts: { de: { name: 'Laser aus Eisen' } } })
await catalog.refreshStatistics()

describe('a product in several languages', () => {
  it('is found by the stems of each of them, once', async () => {
    expect(await skus('key cabinet')).toEqual(['CABINET'])
    expect(await skus('schlüsselkasten')).toEqual(['CABINET'])
    expect(await skus('armoire clé')).toEqual(['CABINET'])
    expect(await skus('portachiavi')).toEqual(['CABINET'])
    // Languages without stems are searched as written.
    expect(await skus('"cassette"')).toEqual([])
    expect(await skus('MPN-OF-CABINET')).toEqual(['CABINET'])
    const { total, facets } = await catalog.search(buyer, { q: 'wand', limit: 10 })
    expect(total).toBe(2)
    expect(facets.supplier).toMatchObject([{ count: 2 }])
  })

  it('is found by phrases, and by exclusions of any of its languages', async () => {
    expect(await skus('"armoires à clés"')).toEqual(['CABINET'])
    expect(await skus('"clés armoires"')).toEqual([])
    expect(await skus('wand -schlüsselkasten')).toEqual(['BOX-DE'])
    expect(await skus('wand -stahl')).toEqual(['BOX-DE'])
  })

  it('keeps what one language takes for a stop word apart from the others', async () => {
    expect(await skus('die')).toEqual(['BOX-EN'])
    expect(await skus('für')).toEqual([])
  })

  it('is shown in the language of the reader, by a cache for each', async () => {
    const seen = async (language?: Locale) => {
      const { found } = await catalog.search(reader(language), { q: 'schlüsselkasten', limit: 5 })
      return found.map(({ product: { language, name } }) => [language, name])
    }
    for (const _again of [1, 2]) {
      expect(await seen('de')).toEqual([['de', 'Schlüsselkästen für Wände']])
      expect(await seen('fr')).toEqual([['fr', 'Armoires à clés murales']])
      expect(await seen('en')).toEqual([['en', 'Key cabinets for walls']])
      expect(await seen()).toEqual([['en', 'Key cabinets for walls']])
    }
    const { product } = await catalog.readProduct(reader('de'), cabinet.id)
    expect(product).toMatchObject({
      language: 'de',
      languages: ['en', 'de', 'fr', 'it'],
      description: 'Stahl, mit fünfzig Haken',
    })
    expect((await catalog.readProduct(reader('en'), cabinet.id)).product.language).toBe('en')
    const suggested = await catalog.suggest(reader('fr'), 'armoires cl', 5)
    expect(suggested.products).toMatchObject([{ name: 'Armoires à clés murales' }])
  })

  it('comes first where its match is in the language of the reader, and hides no other', async () => {
    const all = ['LASER-DE', 'LASER-EN', 'LASER-XX']
    const german = await skus('laser', 'de')
    const english = await skus('laser', 'en')
    expect(german.toSorted()).toEqual(all)
    expect(english.toSorted()).toEqual(all)
    expect(german.at(-1)).toBe('LASER-EN')
    expect(english.at(-1)).toBe('LASER-DE')
    // A ranking is cached for each language.
    expect(await skus('laser', 'de')).toEqual(german)
  })

  it('ranks in each language as if it were in that one alone', async () => {
    const texts = {
      de: { name: 'Trommel aus Eiche', description: 'Mit Deckel' },
      fr: { name: 'Tambour en chêne', description: 'Avec couvercle' },
    }
    const drum = { mpn: 'DRM', brand: 'Fass', name: 'Drum of oak', description: 'With a lid' }
    await plain({ sku: 'DRUM-XX', ...drum, texts })
    await plain({ sku: 'DRUM-EN', ...drum })
    // Brand and number stand in each language, and count once.
    const alone = await documentOf('DRUM-EN')
    expect(alone?.brand).toBeGreaterThan(0)
    expect(await documentOf('DRUM-XX')).toEqual(alone)
  })

  it('changes with its texts, and with a change of its own language', async () => {
    const { id } = await plain({
      sku: 'MOVED',
      name: 'Zwei Häuser',
      texts: { de: { name: 'Zwei Häuser aus Porzellan' }, fr: { name: 'Deux maisons' } },
    })
    await database.transaction((tx) => catalog.changeProduct(tx, id, { language: 'de' }))
    expect(await skus('haus')).toEqual(['MOVED'])
    expect(await skus('maison')).toEqual(['MOVED'])
    expect(await skus('porzellan')).toEqual([])
    const { product } = await catalog.readProduct(reader('en'), id)
    expect(product).toMatchObject({ language: 'de', languages: ['de', 'fr'] })
  })

  it('has its words in the corrections', async () => {
    for (const sku of ['W-1', 'W-2']) {
      await plain({ sku, name: 'Wheel', texts: { de: { name: 'Schubkarrenrad' } } })
    }
    await catalog.refreshStatistics()
    expect((await catalog.search(buyer, { q: 'schubkarenrad', limit: 5 })).correctedQuery).toBe(
      'schubkarrenrad',
    )
  })
})

const reader = (language?: Locale) => (language ? { ...buyer, language } : buyer)

async function skus(q: string, language?: Locale): Promise<string[]> {
  const { found } = await catalog.search(reader(language), { q, limit: 10 })
  return found.map(({ product }) => product.sku)
}

/** What the rank of a product is computed from. */
async function documentOf(sku: string) {
  const frequencyOf = (word: string) =>
    sql`ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, ${word}::tsquery)`
  const { rows } = await sql<{ length: number; brand: number; number: number; name: number }>`
    select d.length, ${frequencyOf('fass')} as brand, ${frequencyOf('drm')} as number, ${frequencyOf('oak')} as name
    from search.documents d join products.products p on p.id = d.product_id where p.sku = ${sku}
  `.execute(database.pool)
  return rows[0]
}

/** Nothing but its texts speaks for it. */
function plain({ sku = '', ...rest }: AProductOptions & { readonly sku: string }) {
  return aProduct(database, {
    sku,
    mpn: `MPN-OF-${sku}`,
    brand: '',
    categoryId: 'cat_things',
    ...rest,
  })
}
