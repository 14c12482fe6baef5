import { afterAll, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { buyer, searchedImports } from './searched-imports.fixture.ts'

const database = await useDatabase()
const { service, catalog } = await searchedImports(database)

afterAll(async () => {
  await service.close()
})

it('the categories of a file decide the kind of their products', async () => {
  const file = [
    product('COVER', 'Gigabit switch cover, gigabit switch dust cover', ['Office', 'Covers']),
    product('TL-SG1008', 'TL-SG1008 gigabit desktop', ['IT', 'Network switches & hubs']),
    product('GS308', 'GS308 gigabit metal', ['Office', 'Network switches']),
  ].join('')

  await service.carryOut(file, { type: 'application/jsonl' })
  const all = await found('gigabit network switch')
  expect(all.slice(0, 2).sort()).toEqual(['GS308', 'TL-SG1008'])
  expect(await found('gigabit switch cover')).toContain('COVER')

  // As an older release has left them.
  const named = async () => {
    const { rows } = await sql<{ nouns: string[] }>`
      select nouns from products.categories where name in ('Network switches', 'Covers') order by name
    `.execute(database.pool)
    return rows.map(({ nouns }) => nouns)
  }
  expect(await named()).toEqual([['cover'], ['network switch']])
  await sql`update products.categories set nouns = '{}'`.execute(database.pool)
  await service.carryOut(file, { type: 'application/jsonl' })
  expect(await named()).toEqual([['cover'], ['network switch']])
})

function product(sku: string, name: string, category: readonly string[]) {
  return `${JSON.stringify({ sku, name, category, currency: 'EUR', price: '1' })}\n`
}

async function found(q: string) {
  const { found } = await catalog.search(buyer, { q, limit: 10 })
  return found.map(({ product }) => product.sku)
}
