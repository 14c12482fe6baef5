import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { type Database, sql } from '#platform/db'
import type { ImportService } from '#testing/imports'
import type { Catalog } from '../index.ts'
import { buyer, searchedImports } from './searched-imports.fixture.ts'

let database: Database
let service: ImportService
let catalog: Catalog

beforeAll(async () => {
  database = await freshDatabase()
  const parts = await searchedImports(database)
  service = parts.service
  catalog = parts.catalog
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const product = (sku: string, name: string, category: readonly string[]) =>
  `${JSON.stringify({ sku, name, category, currency: 'EUR', price: '1' })}\n`

const file = [
  product('COVER', 'Gigabit switch cover, gigabit switch dust cover', ['Office', 'Covers']),
  product('TL-SG1008', 'TL-SG1008 gigabit desktop', ['IT', 'Network switches & hubs']),
  product('GS308', 'GS308 gigabit metal', ['Office', 'Network switches']),
].join('')

const found = async (q: string) => {
  const { found } = await catalog.search(buyer, { q, limit: 10 })
  return found.map(({ product }) => product.sku)
}

it('what a file calls its categories says of what kind their products are, in all of them', async () => {
  await service.carryOut(file, { type: 'application/jsonl' })
  const all = await found('gigabit network switch')
  expect(all.slice(0, 2).sort()).toEqual(['GS308', 'TL-SG1008'])
  expect(await found('gigabit switch cover')).toContain('COVER')

  // As an older release has left them.
  const named = async () => {
    const { rows } = await sql<{ nouns: string[] }>`
      select nouns from catalog.categories where name in ('Network switches', 'Covers') order by name
    `.execute(database.pool)
    return rows.map(({ nouns }) => nouns)
  }
  expect(await named()).toEqual([['cover'], ['network switch']])
  await sql`update catalog.categories set nouns = '{}'`.execute(database.pool)
  await service.carryOut(file, { type: 'application/jsonl' })
  expect(await named()).toEqual([['cover'], ['network switch']])
})
