import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { type Actor, scopesOfRoles } from '#kernel/actor'
import { createMemoryCache } from '#platform/cache'
import { type Database, sql } from '#platform/db'
import { attachWake, createWake } from '#platform/wake'
import { aProduct } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { type Catalog, createCatalog } from './index.ts'
import { circleOf, type SynonymGroup, synonymsMax } from './synonym.ts'

const now = () => new Date('2026-01-02T03:04:05Z')
const operator: Actor = {
  kind: 'person',
  id: 'usr_00000000000000000000000001',
  companyId: 'co_00000000000000000000000001',
  roles: new Set(['operator']),
  scopes: scopesOfRoles(['operator']),
}

let database: Database
let catalog: Catalog
let detach: () => void

beforeAll(async () => {
  database = await freshDatabase()
  const wake = createWake(createMemoryCache(now))
  detach = attachWake(wake)
  const currencyOf = async () => 'EUR'
  catalog = createCatalog({ database, fx: anFx(database), now, currencyOf, wake })
  await aProduct(database, { sku: 'P1', name: 'Epson video projector' })
  await aProduct(database, { sku: 'P2', name: 'Sunlight lamp' })
  await aProduct(database, { sku: 'P3', name: 'Claw hammer' })
  await aProduct(database, { sku: 'P4', name: 'Hand tool' })
  await catalog.refreshSearchStatistics()
})
afterAll(async () => {
  detach()
  await database.close()
})

describe('synonyms', () => {
  it('find in both directions, words of several parts too, at once and until they are taken away', async () => {
    expect(await skus('beamer')).toEqual([])
    const group = { language: 'any', words: ['Beamer', 'video projector'], alsoFind: [] } as const
    const { id, words } = await catalog.synonyms.add(operator, group)

    expect(words).toEqual(['beamer', 'video projector'])
    expect(await skus('beamer')).toEqual(['P1'])
    expect(await skus('epson beamer')).toEqual(['P1'])

    await catalog.synonyms.delete(operator, id)
    expect(await skus('beamer')).toEqual([])
  })

  it('find one way only where that is said', async () => {
    const group = { language: 'en', words: ['tool'], alsoFind: ['hammer'] } as const
    const { id } = await catalog.synonyms.add(operator, group)
    expect(await skus('tool')).toEqual(['P4', 'P3'])
    expect(await skus('hammer')).toEqual(['P3'])

    await catalog.synonyms.change(operator, id, { alsoFind: [], words: ['tool', 'hammer'] })
    expect(await skus('hammer')).toEqual(['P3', 'P4'])
  })

  it('are seen by a process that heard nothing of it, seconds later', async () => {
    const currencyOf = async () => 'EUR'
    const other = createCatalog({ database, fx: anFx(database), now, currencyOf })
    await other.search(operator, { q: 'torch', limit: 1 })
    const group = { language: 'any', words: ['torch', 'lamp'], alsoFind: [] } as const
    await catalog.synonyms.add(operator, group)

    await expect
      .poll(async () => (await other.search(operator, { q: 'torch', limit: 1 })).found.length, {
        timeout: 10_000,
      })
      .toBe(1)
  })

  it('must say something', async () => {
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

  it('that lead in a circle are refused, by one group and by several', async () => {
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

  it('are so many at most', async () => {
    const { rows } = await sql`
      insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
      select 'syn_x' || place, 'any', array['left' || place, 'right' || place], '{}', ${now()}, ${now()}
      from generate_series(1, ${synonymsMax}::int) as place
      limit greatest(0, ${synonymsMax}::int - (select count(*) from catalog.synonyms))
      returning id
    `.execute(database.pool)
    expect(rows.length).toBeGreaterThan(1_000)
    const group = { language: 'any', words: ['one', 'more'], alsoFind: [] } as const
    await expect(catalog.synonyms.add(operator, group)).rejects.toMatchObject({
      code: 'catalog.synonyms_too_many',
    })
  })
})

async function skus(q: string): Promise<string[]> {
  const { found } = await catalog.search(operator, { q, limit: 10 })
  return found.map(({ product }) => product.sku)
}
