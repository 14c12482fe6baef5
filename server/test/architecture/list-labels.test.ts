import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { shapeAt } from '../../../web/lists-of-contract.ts'
import { columnsOf } from '../../../web/src/components/list-of.ts'
import { columns as german } from '../../../web/src/messages/de/columns.ts'
import { columns as english } from '../../../web/src/messages/en/columns.ts'
import { lists as orders } from '../../../web/src/messages/en/lists.ts'
import { columns as french } from '../../../web/src/messages/fr/columns.ts'
import { readSources } from './page-messages.ts'

const contract = JSON.parse(
  await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)
const sources = await readSources('web/src')
const lists = sources.flatMap(({ file }) =>
  [...file.text.matchAll(/\blistOf\('([^']+)'\)/g)].map(([, path = '']) =>
    shapeAt(contract.paths, path),
  ),
)

describe('the tables of operators', () => {
  it.each(Object.entries({ english, german, french }))(
    'have a label for each column and filter in %s',
    (_language, labels: Readonly<Record<string, string>>) => {
      expect(lists.length).toBeGreaterThan(3)
      const missing = lists.flatMap(({ name, filters, ...shape }) =>
        [
          ...columnsOf(shape.columns).map(({ path }) => path),
          ...filters.map((filter) => filter.name),
        ]
          .filter((path) => !(path in labels) && !(`${name}.${path}` in labels))
          .map((path) => `columns.${path}, or columns.${name}.${path}`),
      )
      expect(missing).toEqual([])
    },
  )

  it('have a name for each order that somebody can choose', () => {
    const sorts = lists.flatMap((shape) => (shape.sorts.length > 1 ? shape.sorts : []))
    expect(sorts).toContain('target')
    expect(sorts.filter((name) => !(`sort.${name}` in orders))).toEqual([])
  })
})
