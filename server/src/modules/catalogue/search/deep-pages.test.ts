import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import type { SearchInput } from './search-input.ts'

const database = await useDatabase()

const catalog = aCatalog({ database })
for (let at = 0; at < 230; at += 1)
  await aProduct(database, { name: `Hexagon bolt number ${at % 7}` })

it('deep pages continue in the same order past the cached part', async () => {
  for (const input of [{ q: 'hexagon bolt' }, { sort: 'name' as const }]) {
    const ids: string[] = []
    let after: SearchInput['after']
    for (;;) {
      const { found, total } = await catalog.search(buyer, { ...input, limit: 70, after })
      expect(total).toBe(230)
      ids.push(...found.slice(0, 70).map(({ product }) => product.id))
      after = found[69]?.place
      if (found.length <= 70) break
    }
    expect(new Set(ids).size).toBe(230)
    expect(ids).toHaveLength(230)
  }
})

it('deep pages show every product once, even when words are counted again in between', async () => {
  const ids: string[] = []
  let after: SearchInput['after']
  for (let page = 0; page < 4; page += 1) {
    const { found } = await catalog.search(buyer, { q: 'hexagon bolt', limit: 70, after })
    ids.push(...found.slice(0, 70).map(({ product }) => product.id))
    after = found[69]?.place
    // Cached places, and those beyond, by scores of another time.
    for (let at = 0; at < 5; at += 1)
      await aProduct(database, { name: `Nut ${'of steel '.repeat(20)}` })
    await catalog.refreshStatistics()
  }
  expect(ids).toHaveLength(230)
  expect(new Set(ids).size).toBe(230)
})
