import { afterAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { attachWake, createWake } from '#platform/wake'
import { aPrincipal } from '#testing/actors'
import { aCatalog, aProduct } from '#testing/catalog'
import { circleOf, type SynonymGroup, synonymsMax } from './synonym.ts'
import { listSynonyms } from './synonym-store.ts'

const operator = aPrincipal('operator')

const database = await useDatabase()
const wake = createWake(createMemoryCache(now))
const detach = attachWake(wake)
const catalog = aCatalog({ database, wake })
await aProduct(database, { sku: 'P1', name: 'Epson video projector' })
await aProduct(database, { sku: 'P2', name: 'Sunlight lamp' })
await aProduct(database, { sku: 'P3', name: 'Claw hammer' })
await aProduct(database, { sku: 'P4', name: 'Hand tool' })
await catalog.refreshStatistics()

afterAll(async () => {
  detach()
})

describe('synonyms', () => {
  it('work in both directions, also for several words, from their creation to their deletion', async () => {
    expect(await skus('cineast')).toEqual([])
    const group = { language: 'any', words: ['Cineast', 'video projector'], alsoFind: [] } as const
    const { id, words } = await catalog.synonyms.add(operator, group)

    expect(words).toEqual(['cineast', 'video projector'])
    expect(await skus('cineast')).toEqual(['P1'])
    expect(await skus('epson cineast')).toEqual(['P1'])

    await catalog.synonyms.delete(operator, id)
    expect(await skus('cineast')).toEqual([])
  })

  it('match singular, plural and hyphenated forms', async () => {
    const group = { language: 'any', words: ['Film-Werfer', 'projectors'], alsoFind: [] } as const
    const { id } = await catalog.synonyms.add(operator, group)
    await aProduct(database, { sku: 'P5', name: 'Sanyo film-werfer' })
    await catalog.refreshStatistics()
    expect(await skus('film-werfer')).toEqual(['P5', 'P1'])
    expect(await skus('projector')).toEqual(['P1', 'P5'])
    await catalog.synonyms.delete(operator, id)
  })

  it('work in one direction when declared so', async () => {
    const group = { language: 'en', words: ['tool'], alsoFind: ['hammer'] } as const
    const { id } = await catalog.synonyms.add(operator, group)
    expect(await skus('tool')).toEqual(['P4', 'P3'])
    expect(await skus('hammer')).toEqual(['P3'])
    // A hammer is a near miss for whoever asks for a tool, until both are the same.
    const claw = async () => {
      const { match, found } = await catalog.search(operator, { q: 'claw tool', limit: 2 })
      return [match, found[0]?.product.sku, found[0]?.match]
    }
    expect(await claw()).toEqual(['partial', 'P3', 'near'])

    await catalog.synonyms.change(operator, id, { alsoFind: [], words: ['tool', 'hammer'] })
    expect(await skus('hammer')).toEqual(['P3', 'P4'])
    expect(await claw()).toEqual(['full', 'P3', 'text'])
  })

  it('of the trade are built in', async () => {
    expect(await skus('beamers')).toEqual(['P1'])
    expect(await skus('videoprojecteur')).toEqual(['P1'])

    const groups = (await listSynonyms(database.pool, synonymsMax)).map((one) => one.words)
    const groupsOf = (word: string) => groups.filter((words) => words.includes(word))
    expect(groupsOf('laptop')).toEqual([expect.arrayContaining(['notebook', 'pc portable'])])
    expect(groupsOf('festplatte')).toEqual([expect.arrayContaining(['hdd', 'disque dur'])])
    expect(groupsOf('noir')).toEqual([expect.arrayContaining(['black', 'noire'])])
    expect(groupsOf('sans fil')).toEqual([expect.arrayContaining(['wireless', 'kabellos'])])
  })

  it('reach a process within seconds without any message', async () => {
    const other = aCatalog({ database })
    await other.search(operator, { q: 'torch', limit: 1 })
    const group = { language: 'any', words: ['torch', 'lamp'], alsoFind: [] } as const
    await catalog.synonyms.add(operator, group)

    await expect
      .poll(async () => (await other.search(operator, { q: 'torch', limit: 1 })).found.length, {
        timeout: 60_000,
      })
      .toBe(1)
  })

  it('are never empty', async () => {
    const refused: [Partial<SynonymGroup>, string][] = [
      [{ words: [] }, 'is empty'],
      [{ words: ['one'] }, 'one word stands for nothing'],
      [{ words: ['ONE', 'one'] }, 'one word stands for nothing'],
      [{ words: ['one', '!?'] }, 'no letter and no digit'],
      [{ words: ['one', '\u0000\ud800'] }, 'no letter and no digit'],
      [{ words: ['one', 'a b c d e'] }, 'more than 4 words'],
      [{ words: ['one', 'two'], alsoFind: ['Two'] }, 'finds itself'],
    ]
    for (const [group, problem] of refused) {
      const added = catalog.synonyms.add(operator, {
        language: 'any',
        words: [],
        alsoFind: [],
        ...group,
      })
      await expect(added, JSON.stringify(group)).rejects.toMatchObject({
        code: 'catalog.synonyms_invalid',
        details: { problem: expect.stringContaining(problem) },
      })
    }
    await expect(catalog.synonyms.delete(operator, 'syn_gone')).rejects.toMatchObject({
      code: 'catalog.synonyms_not_found',
    })
    await expect(
      catalog.synonyms.change(operator, 'syn_gone', { words: ['a', 'b'] }),
    ).rejects.toMatchObject({ code: 'catalog.synonyms_not_found' })
  })

  it('in a circle are refused, within one group and across groups', async () => {
    const oneWay = (word: string, found: string): SynonymGroup => ({
      language: 'fr',
      words: [word],
      alsoFind: [found],
    })
    await catalog.synonyms.add(operator, oneWay('rouge', 'vert'))
    await catalog.synonyms.add(operator, oneWay('vert', 'bleu'))
    await expect(catalog.synonyms.add(operator, oneWay('bleu', 'rouge'))).rejects.toMatchObject({
      code: 'catalog.synonyms_circular',
      details: { word: 'bleu' },
    })
    expect(
      circleOf(oneWay('bleu', 'rouge'), [{ ...oneWay('rouge', 'bleu'), language: 'de' }]),
    ).toBe(undefined)
  })

  it('are limited in number', async () => {
    const { rows } = await sql`
      insert into search.synonyms (id, language, words, also_find, created_at, updated_at)
      select 'syn_x' || place, 'any', array['left' || place, 'right' || place], '{}', ${now()}, ${now()}
      from generate_series(1, ${synonymsMax}::int) as place
      limit greatest(0, ${synonymsMax}::int - (select count(*) from search.synonyms))
      returning id
    `.execute(database.pool)
    expect(rows.length).toBeGreaterThan(1_000)
    const group = { language: 'any', words: ['one', 'more'], alsoFind: [] } as const
    await expect(catalog.synonyms.add(operator, group)).rejects.toMatchObject({
      code: 'catalog.synonyms_too_many',
    })
  })
})

function now() {
  return new Date('2026-01-02T03:04:05Z')
}

async function skus(q: string): Promise<string[]> {
  const { found } = await catalog.search(operator, { q, limit: 10 })
  return found.map(({ product }) => product.sku)
}
