import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { useImportService } from '#testing/imports'

const database = await useDatabase()
const service = await useImportService(database)

const washer = {
  sku: 'W-1',
  name: 'Washer M8',
  brand: 'Boltworks',
  price: '0.5',
  currency: 'EUR',
  stock: 10,
}

describe('a file that is imported again', () => {
  it('changes the prices in the search and analyses no text again', async () => {
    expect(await records(lines(washer))).toMatchObject({ created: 1 })
    const { tsv } = await found('W-1')
    await sql`update search.documents set length = 99`.execute(database.pool)

    const changed = { ...washer, price: '0.6', shipTo: ['FR'], releasedOn: '2026-02-03' }
    expect(await records(lines(changed))).toMatchObject({ updated: 1 })
    expect(await found('W-1')).toMatchObject({
      version: 2,
      listed: '0.600000',
      price: '0.600000',
      ship_to: ['FR'],
      released_on: '2026-02-03',
      tsv,
    })
    expect(await records(lines({ ...changed, price: '0.7' }))).toMatchObject({ updated: 1 })
    expect(await found('W-1')).toMatchObject({ version: 3, listed: '0.700000', price: '0.700000' })
    const { rows } = await sql<{ length: number }>`
      select length from search.documents where length = 99`.execute(database.pool)
    expect(rows).toHaveLength(1)
    expect(await records(lines({ ...changed, price: '0.7' }))).toMatchObject({ unchanged: 1 })
  })

  it('resets the stock and overwrites manual changes', async () => {
    expect(await records(lines({ ...washer, sku: 'W-2' }))).toMatchObject({ created: 1 })
    const again = lines({ ...washer, sku: 'W-2' })
    expect(await records(again)).toMatchObject({ unchanged: 1 })

    await sql`update products.stock set on_hand = 3000 where product_id = (
      select id from products.products where sku = 'W-2')`.execute(database.pool)
    expect(await records(again)).toMatchObject({ updated: 1 })
    expect(await found('W-2')).toMatchObject({ on_hand: 10, version: 2 })

    await sql`update products.products set name = 'Changed', version = version + 1 where sku = 'W-2'`.execute(
      database.pool,
    )
    expect(await records(again)).toMatchObject({ updated: 1 })
    expect(await found('W-2')).toMatchObject({ name: 'Washer M8', version: 4 })
    expect(await records(again)).toMatchObject({ unchanged: 1 })
  })
})

describe('parallel batches', () => {
  it('leave no garbage in the index trees that searches read', async () => {
    for (const price of ['5', '6']) {
      const file = [1, 2, 3].map((at) => ({ ...washer, sku: `L-${at}`, price }))
      expect(await records(lines(...file))).toMatchObject({ failed: 0 })
      const { rows } = await sql<{ left: number }>`
        select sum(gin_clean_pending_list(indexrelid)) as left from pg_index join pg_class c on c.oid = indexrelid
        where c.relam = (select oid from pg_am where amname = 'gin')
          and indrelid = any('{search.documents,products.identifiers}'::regclass[])
      `.execute(database.pool)
      expect(Number(rows[0]?.left)).toBe(0)
    }
  })

  it('see what an earlier batch named, and share new categories', async () => {
    const file = Array.from({ length: 4_200 }, (_, at) => ({
      ...washer,
      sku: `B-${at % 1_500 === 1_200 ? 7 : at}`,
      category: ['Washers', `Of batch ${Math.floor(at / 1_000)}`],
      price: at % 100 === 5 ? 'none' : '1',
    }))

    const done = await service.carryOut(lines(...file))

    expect(done.body.data.records).toMatchObject({ done: 4_200, created: 4_156, failed: 44 })
    const { rows } = await sql<{ code: string; count: number; ordered: boolean }>`
      select code, count(*) as count, bool_and(number = place) as ordered
      from (select code, number, row_number() over (order by line) as place from imports.problems
        where company_id = ${service.supplierId} and import_id = ${done.body.data.id}) as numbered
      group by code order by code
    `.execute(database.pool)
    expect(rows).toEqual([
      { code: 'price_invalid', count: 42, ordered: true },
      { code: 'sku_repeated', count: 2, ordered: true },
    ])
  })
})

function lines(...records: readonly object[]) {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
}

async function found(sku: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select p.version, p.name, p.list_price::text as listed, k.on_hand / 1000 as on_hand, d.price::text as price, d.ship_to, d.released_on,
      d.tsv::text as tsv
    from products.products p join products.stock k on k.product_id = p.id
    join search.documents d on d.product_id = p.id
    where p.supplier_company_id = ${service.supplierId} and p.sku = ${sku}
  `.execute(database.pool)
  return rows[0] ?? {}
}

async function records(body: string) {
  return (await service.carryOut(body)).body.data.records
}
