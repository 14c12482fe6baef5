import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { languageOf } from '#kernel/language'
import { type AProductOptions, aCatalog, aProduct, buyer } from '#testing/catalog'
import { french, german, type Judged } from './judged-languages.fixture.ts'

const database = await useDatabase()
const catalog = aCatalog({ database })
for (const { language, products } of [german, french]) {
  for (const [sku, [name, description]] of Object.entries(products)) {
    await plain({ sku, language, name, description })
  }
}
await plain({ sku: 'E01', name: 'Network cables', description: 'Shielded, for the office' })
await plain({
  sku: 'E02',
  name: 'Professional office printer',
  description: 'Prints on die cuts',
})
await plain({ sku: 'E03', name: 'Smartphone' })
await plain({ sku: 'D30', language: 'de', name: 'Smartphone' })
await plain({ sku: 'I01', language: 'it', name: 'Cavi di rete', description: 'Per ufficio' })
await catalog.refreshStatistics()

describe('products in several languages', () => {
  it.each([german, french])('are found with the word forms of $language', async (judged) => {
    const gains = await Promise.all(judged.queries.map((query) => gainOf(judged, query)))
    const missed = judged.queries.filter((_, at) => (gains[at] ?? 0) < 1).map(([query]) => query)
    expect(missed).toEqual([])
  })

  it('are stemmed in their own language only', async () => {
    expect(await skus('cable')).toEqual(expect.arrayContaining(['E01', 'F05']))
    // What German drops as a stop word is a word in English, and the other way round.
    expect(await skus('die cut')).toEqual(['E02'])
    expect(await skus('the')).toEqual([])
    expect(await skus('für')).toEqual([])
    expect(await skus('cavi')).toEqual(['I01'])
    // `cavo` is the singular: of Italian no stems are known.
    expect(await skus('"cavo"')).toEqual([])
  })

  it('are found by phrases, exclusions and numbers in any language', async () => {
    expect(await skus('"cables network"')).toEqual([])
    expect(await skus('"network cable"')).toEqual(['E01'])
    expect(await skus('büro -kabel')).toEqual(expect.not.arrayContaining(['D06']))
    expect(await skus('büro -"kabel ohne halogen"')).toEqual(expect.not.arrayContaining(['D06']))
    expect(await skus('MPN-OF-D07')).toEqual(['D07'])
    expect(await skus('25 m kabeltrommel')).toEqual(['D05'])
  })

  it('are suggested by their own stems', async () => {
    const names = async (q: string) =>
      (await catalog.suggest(buyer, q, 5)).products.map(({ sku }) => sku)
    expect(await names('feuerloesch')).toEqual(['D07'])
    expect(await names('lampes étan')).toEqual(['F14'])
    // A synonym of any language stands for a whole word, as in a search: `Câble réseau`.
    expect(await names('network cab')).toEqual(['E01', 'F05'])
    expect(await names('the')).toEqual([])
  })

  it('use the synonyms of their own language', async () => {
    // What any language calls so is found from each of them.
    const [printer, drucker, imprimante] = await Promise.all(
      ['printer', 'Drucker', 'imprimantes'].map(skus),
    )
    expect(printer?.[0]).toBe('E02')
    expect(drucker?.toSorted()).toEqual(printer?.toSorted())
    expect(imprimante).toEqual(expect.arrayContaining(['E02', 'D17']))

    // A mobile phone is called handy in German texts only.
    expect(await skus('handy')).toEqual(['D30'])
  })

  it('answer any query', async () => {
    const typed = [
      'ue',
      'ß',
      'æ œ ﬁ',
      "l'",
      "''' | & ! <->",
      '=l:de',
      'a'.repeat(900),
      'üüüüüüüüü ae',
    ]
    for (const q of [...typed, '-"für"', '"für"', 'für -für', '\u0000\ud800ö']) {
      expect(Array.isArray(await skus(q)), q).toBe(true)
    }
  })
})

describe('a text whose language was corrected', () => {
  it('is found in the new language after the change', async () => {
    const { id } = await plain({ sku: 'X01', name: 'Zwei Häuser aus Ton', language: 'en' })
    expect(await skus('haus')).not.toContain('X01')
    await database.transaction((tx) => catalog.changeProduct(tx, id, { language: 'de' }))
    expect(await skus('haus')).toContain('X01')
  })
})

describe('a language', () => {
  it('can be given in several notations', () => {
    expect(['de', 'de-AT', 'fr_CA', 'DEU', 'ger', 'it'].map(languageOf)).toEqual([
      'de',
      'de',
      'fr',
      'de',
      'de',
      'it',
    ])
    expect(['', 'german', 'd', '12', 'xyz'].map(languageOf)).toEqual(Array(5).fill(undefined))
  })
})

/** 1 where what is found begins with all that is right, and nothing is where nothing is right. */
async function gainOf(
  { language }: Judged,
  [query, right]: Judged['queries'][number],
): Promise<number> {
  const mark = language === 'de' ? 'D' : 'F'
  const found = (await skus(query)).filter((sku) => sku.startsWith(mark))
  if (right.length === 0) return found.length === 0 ? 1 : 0
  return found.slice(0, right.length).filter((sku) => right.includes(sku)).length / right.length
}

async function skus(q: string): Promise<string[]> {
  const { found, nearMisses } = await catalog.search(buyer, { q, limit: 10 })
  return [...found, ...nearMisses].map(({ product }) => product.sku)
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
