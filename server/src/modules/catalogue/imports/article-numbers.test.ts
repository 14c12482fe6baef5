import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { useImportService } from '#testing/imports'

const database = await useDatabase()
const service = await useImportService(database)
const { supplierId } = service

describe('article numbers that differ in case alone', () => {
  it('are one number in a file: each further record is a problem of its line', async () => {
    const done = await carryOut([
      record('Pump-1'),
      record('PUMP-1'),
      record('Größe-1'),
      record('GRÖSSE-1'),
      record('GRÖßE-1'),
    ])
    expect(done).toMatchObject({
      state: 'COMPLETED_WITH_ERRORS',
      records: { created: 3, failed: 2 },
    })
    expect(await problemsOf(done.id)).toEqual([
      [2, 'PUMP-1', 'sku_repeated'],
      [5, 'GRÖßE-1', 'sku_repeated'],
    ])
    expect(await skusLike('pump-1')).toEqual(['Pump-1'])
  })

  it('are one number across the batches of a file, which are written at the same time', async () => {
    const file = Array.from({ length: 4_000 }, (_, at) => record(`Row-${at}`))
    // The first batch has 500 records and each further one 1,000: these two are in other batches than their firsts.
    file[1_400] = record('ROW-7')
    file[2_600] = record('row-1399')
    const done = await carryOut(file)
    expect(done.records).toMatchObject({ created: 3_998, failed: 2 })
    expect(await problemsOf(done.id)).toEqual([
      [1_401, 'ROW-7', 'sku_repeated'],
      [2_601, 'row-1399', 'sku_repeated'],
    ])
  })

  it('mean the product of the catalogue, which keeps its spelling', async () => {
    await carryOut([record('Valve-1'), record('Valve-2')])
    const again = await carryOut([record('VALVE-1', { price: '2' }), record('valve-2')])
    expect(again).toMatchObject({ state: 'COMPLETED', records: { updated: 1, unchanged: 1 } })
    expect(await skusLike('valve-%')).toEqual(['Valve-1', 'Valve-2'])
    const third = await carryOut([record('VALVE-1', { price: '2' }), record('valve-2')])
    expect(third.records).toMatchObject({ unchanged: 2, updated: 0 })

    const wrong = await carryOut([record('VALVE-1', { price: '-2' })])
    expect(await problemsOf(wrong.id)).toEqual([[1, 'VALVE-1', 'price_invalid']])
    const basis = await carryOut([{ sku: 'VALVE-1', perQuantity: 100 }])
    expect(await problemsOf(basis.id)).toEqual([[1, 'VALVE-1', 'price_basis_without_price']])
  })

  it('are exact if the catalogue has several spellings, and another spelling is refused', async () => {
    await aProduct(database, { supplierCompanyId: supplierId, sku: 'SEAL-1' })
    await aProduct(database, { supplierCompanyId: supplierId, sku: 'seal-1' })
    const exact = await carryOut([record('seal-1', { name: 'The small seal' })])
    expect(exact.records).toMatchObject({ updated: 1, failed: 0 })
    expect(await nameOf('seal-1')).toBe('The small seal')
    expect(await nameOf('SEAL-1')).not.toBe('The small seal')

    const third = await carryOut([record('Seal-1')])
    expect(third.records).toMatchObject({ created: 0, updated: 0, failed: 1 })
    expect(await problemsOf(third.id)).toEqual([[1, 'Seal-1', 'sku_ambiguous']])
  })

  it('keep a product on sale when the file replaces all others', async () => {
    await sql`delete from products.products where supplier_company_id = ${supplierId}`.execute(
      database.pool,
    )
    await carryOut([record('Hose-1'), record('Hose-2'), record('Hose-3')])
    const done = await carryOut([record('HOSE-1'), record('hose-2')], '?replace=true')
    expect(done.records).toMatchObject({ unchanged: 2, discontinued: 1, failed: 0 })
    const { rows } = await sql<{ sku: string }>`
      select sku from products.products where supplier_company_id = ${supplierId} and state = 'ACTIVE' order by sku
    `.execute(database.pool)
    expect(rows.map(({ sku }) => sku)).toEqual(['Hose-1', 'Hose-2'])
  })

  it('are no successor of the same article', async () => {
    const done = await carryOut([record('Belt-1', { successor: 'BELT-1' })])
    expect(await problemsOf(done.id)).toEqual([[1, 'Belt-1', 'successor_invalid']])
  })
})

function record(sku: string, more: object = {}) {
  return { sku, name: `Article ${sku.toLowerCase()}`, price: '1', currency: 'EUR', ...more }
}

async function carryOut(records: readonly object[], query = '') {
  const body = `${records.map((one) => JSON.stringify(one)).join('\n')}\n`
  return (await service.carryOut(body, { query })).body.data
}

async function problemsOf(importId: string) {
  const { body } = await service.send('admin', 'GET', `/imports/${importId}/errors?limit=100`)
  return body.data.map((one: Record<string, unknown>) => [one.line, one.sku, one.code])
}

async function skusLike(pattern: string): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select sku from products.products where supplier_company_id = ${supplierId} and lower(sku) like ${pattern} order by sku
  `.execute(database.pool)
  return rows.map(({ sku }) => sku)
}

async function nameOf(sku: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from products.products where supplier_company_id = ${supplierId} and sku = ${sku}
  `.execute(database.pool)
  return rows[0]?.name
}
