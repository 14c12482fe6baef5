import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { useImportService } from '#testing/imports'

const database = await useDatabase()
const service = await useImportService(database)
const nut = { sku: 'NUT-M8', name: 'Hexagon nut M8', price: 0.05, currency: 'EUR' }

describe('a file of JSON lines', () => {
  it('becomes products in the search, with their events', async () => {
    const done = await service.carryOut(lines(bolt, nut))

    expect(done.body.data).toMatchObject({
      state: 'COMPLETED',
      format: 'jsonl',
      supplierId: service.supplierId,
      records: { done: 2, created: 2, updated: 0, unchanged: 0, failed: 0 },
      problems: 0,
      failure: null,
    })
    expect(await productOf('BOLT-M8')).toMatchObject({
      name: 'Hexagon bolt M8 x 40',
      path_names: ['Fasteners', 'Hex bolts'],
      list_price: '0.123456',
      currency: 'EUR',
      on_hand: 1200,
      moq: 10,
      multiple: 5,
      lead_time_days: 2,
      ship_to: ['DE', 'AT'],
      attributes: [{ label: 'Material', value: 'Steel', kind: 'text' }],
      image_urls: ['https://example.com/bolt.jpg'],
      classes: ['ECLASS-5.1=23110101'],
      tiers: [[100, '0.110000']],
      documents: 1,
      ids: ['gtin:4006381333931', 'mpn:hx840z', 'sku:boltm8'],
      sample: false,
    })
    expect(await productOf('NUT-M8')).toMatchObject({
      ship_to: ['DE'],
      path_names: ['Uncategorised'],
    })
    const events = await eventsSince()
    expect(events.map(({ type }) => type)).toEqual(['product.created', 'product.created'])
    expect(events.map(({ data }) => data.brand)).toEqual(['Boltworks', undefined])
  })

  it('changes nothing and sends no event on the second import, whatever blanks its categories have', async () => {
    const rewritten = { ...bolt, category: ['Fasteners', 'Hex \u00a0bolts'] }
    const again = await service.carryOut(lines(rewritten, nut))

    expect(again.body.data).toMatchObject({
      state: 'COMPLETED',
      records: { created: 0, updated: 0, unchanged: 2 },
    })
    expect(await productOf('BOLT-M8')).toMatchObject({ version: 1 })
    expect(await eventsSince()).toEqual([])
  })

  it('changes the given fields and leaves the rest', async () => {
    const changed = await service.carryOut(
      lines({ sku: 'BOLT-M8', price: '0.10', stock: 7 }, { sku: 'NUT-M8', name: 'Nut M8' }),
    )

    expect(changed.body.data.records).toMatchObject({ updated: 2, unchanged: 0 })
    expect(await productOf('BOLT-M8')).toMatchObject({
      name: 'Hexagon bolt M8 x 40',
      list_price: '0.100000',
      on_hand: 7,
      version: 2,
      tiers: [[100, '0.110000']],
    })
    expect((await eventsSince()).map(({ type, data }) => [type, data.sku, data.changed])).toEqual([
      ['product.updated', 'NUT-M8', ['name']],
      ['product.price_changed', 'BOLT-M8', undefined],
      ['product.stock_changed', 'BOLT-M8', undefined],
    ])
  })

  it('sends all tier prices when one of them changed', async () => {
    await service.carryOut(
      lines({ sku: 'BOLT-M8', tiers: [{ minQuantity: 200, unitPrice: '0.09' }] }),
    )
    const [event, ...others] = await eventsSince()
    expect(others).toEqual([])
    expect(event?.data).toMatchObject({
      listPrice: { amount: '0.10' },
      tiers: [{ minQuantity: 200, unitPrice: { amount: '0.09', currency: 'EUR' } }],
    })
  })

  it('may be compressed', async () => {
    const done = await service.carryOut(gzipSync(lines({ ...nut, sku: 'NUT-M10' })))
    expect(done.body.data).toMatchObject({ state: 'COMPLETED', records: { created: 1 } })
    await eventsSince()
  })

  it('with broken lines imports the others and names each broken one', async () => {
    const file = Buffer.concat([
      Buffer.from(lines({ ...nut, sku: 'A-1' })),
      Buffer.from('{"sku":"A-2","name":\n'),
      Buffer.from('{"sku":"A-3","name":"B\xfcchse","price":"1","currency":"EUR"}\n', 'latin1'),
      Buffer.from(
        lines(
          { ...nut, sku: 'A-4', price: 'a lot' },
          { ...nut, sku: 'A-5', currency: 'XXE' },
          { ...nut, sku: 'A-6', unit: 'handful' },
          { name: 'Nobody' },
          { ...nut, sku: 'A-1' },
          { ...nut, sku: 'A-7', gtins: ['4006381333932'] },
          { sku: 'A-8', price: '1' },
          { ...nut, sku: 'A-9', name: 'x'.repeat(501) },
        ),
      ),
    ])
    const done = await service.carryOut(file, { query: '' })

    expect(done.body.data).toMatchObject({
      state: 'COMPLETED_WITH_ERRORS',
      records: { done: 11, created: 2, failed: 9 },
      problems: 10,
    })
    const page = await service.send(
      'admin',
      'GET',
      `/imports/${done.body.data.id}/errors?limit=100`,
    )
    expect(
      page.body.data.map((one: Record<string, unknown>) => [one.line, one.sku, one.code]),
    ).toEqual([
      [2, null, 'line_malformed'],
      [3, null, 'text_broken'],
      [4, 'A-4', 'price_invalid'],
      [5, 'A-5', 'currency_unknown'],
      [6, 'A-6', 'unit_unknown'],
      [7, null, 'sku_missing'],
      [8, 'A-1', 'sku_repeated'],
      [9, 'A-7', 'gtin_invalid'],
      [10, 'A-8', 'name_missing'],
      [11, 'A-9', 'text_too_long'],
    ])
    const csv = await service.send('admin', 'GET', `/imports/${done.body.data.id}/errors.csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text.split('\r\n')[3]).toMatch(/^"4","A-4","price","price_invalid",/)
    await eventsSince()
  })
})

const bolt = {
  sku: 'BOLT-M8',
  name: 'Hexagon bolt M8 x 40',
  brand: 'Boltworks',
  mpn: 'HX-840-Z',
  gtins: ['4006381333931'],
  category: ['Fasteners', 'Hex bolts'],
  price: '0.123456',
  currency: 'EUR',
  tiers: [{ minQuantity: 100, unitPrice: '0.11' }],
  stock: 1200,
  moq: 10,
  multiple: 5,
  leadTimeDays: 2,
  shipTo: ['DE', 'AT'],
  attributes: [{ label: 'Material', value: 'Steel' }],
  images: ['https://example.com/bolt.jpg'],
  classes: ['ECLASS-5.1=23110101'],
}

function lines(...records: readonly object[]) {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
}

async function eventsSince(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    with taken as (delete from platform.events where company_id = ${service.supplierId} returning type, data, arrival)
    select type, data from taken order by arrival
  `.execute(database.pool)
  return rows
}

async function productOf(sku: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select p.*, p.moq / 1000 as moq, p.multiple / 1000 as multiple, k.on_hand / 1000 as on_hand, c.path_names,
      (select count(*) from search.documents d where d.product_id = p.id) as documents,
      (select array_agg(kind || ':' || value order by kind) from products.identifiers i where i.product_id = p.id) as ids,
      (select jsonb_agg(jsonb_build_array(min_quantity / 1000, unit_price::text)) from products.price_tiers t where t.product_id = p.id) as tiers
    from products.products p join products.stock k on k.product_id = p.id join products.categories c on c.id = p.category_id
    where p.supplier_company_id = ${service.supplierId} and p.sku = ${sku}
  `.execute(database.pool)
  return rows[0]
}
