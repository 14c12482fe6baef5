import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { measurePages, pageSets, sharesOf, type Tallies } from './page-sets.fixture.ts'

const figures = JSON.parse(
  readFileSync(new URL('../../../../../test/data/pages/figures.json', import.meta.url), 'utf8'),
) as Readonly<Record<(typeof pageSets)[number], Tallies>>
const tolerance = 0.03

describe('the pages and files of small suppliers', () => {
  it.each(pageSets)(
    'are read as well as before: the %s set, each class and each field',
    async (set) => {
      const measured = await measurePages(set)
      expect(Object.keys(figures[set]).length).toBeGreaterThan(10)
      const fallen = Object.entries(figures[set]).flatMap(([key, tally]) => {
        const isTotal = key.endsWith(' all') || key.startsWith('all ')
        if (!isTotal) return []
        const [before, now] = [tally, measured[key] ?? { right: 0, missing: 1, wrong: 0 }].map(
          sharesOf,
        )
        const isWorse =
          now &&
          before &&
          (now.read < before.read - tolerance || now.believed < before.believed - tolerance)
        return isWorse ? [{ key, before, now }] : []
      })
      expect(fallen).toEqual([])
    },
  )
})
