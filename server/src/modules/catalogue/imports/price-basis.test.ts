import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { useImportService } from '#testing/imports'

const database = await useDatabase()
const service = await useImportService(database)

beforeEach(async () => {
  await sql`delete from products.products where supplier_company_id = ${service.supplierId}`.execute(
    database.pool,
  )
})

describe('the price basis', () => {
  it('of a BMEcat file is kept with the contents of a box, and searches compare the price of one piece', async () => {
    const done = await inBmecat(
      article(
        'B-1',
        order('1000', '<NO_CU_PER_OU>12</NO_CU_PER_OU>'),
        price('1.234567'),
        price('1.1', '5000'),
      ),
    )
    expect(done).toMatchObject({ state: 'COMPLETED', records: { created: 1 }, found: [] })
    expect(await productOf('B-1')).toEqual({
      list_price: '1.234567',
      per_quantity: 1000,
      unit: 'XBX',
      contents: '12.000000',
      compared: '0.001235',
      tiers: [[5000, '1.100000']],
    })
  })

  it('is a column of a CSV file, and a file of prices alone leaves it unchanged', async () => {
    const csv =
      'Artikel-Nr.;Bezeichnung;Preis;Währung;Preiseinheit;Inhalt;Einheit\nC-1;Mutter;12,34;EUR;100;50;Stk\n'
    expect(await carryOut(csv, 'text/csv')).toMatchObject({ records: { created: 1 }, found: [] })
    const kept = { per_quantity: 100, contents: '50.000000', unit: 'C62' }
    expect(await productOf('C-1')).toMatchObject({ list_price: '12.340000', ...kept })
    await carryOut('sku,price\nC-1,12.50\n', 'text/csv')
    expect(await productOf('C-1')).toMatchObject({
      list_price: '12.500000',
      compared: '0.125000',
      ...kept,
    })
  })

  it('changes with a price; tiers that the file does not name are converted', async () => {
    const tiers = [{ minQuantity: 10, unitPrice: '2' }]
    await inJson({ sku: 'T-1', name: 'Nut', price: '3', currency: 'EUR', tiers, perQuantity: 3 })
    const without = await inJson({ sku: 'T-1', perQuantity: 100 })
    expect(without).toMatchObject({ records: { failed: 1 } })
    expect(without.found).toEqual([[1, 'T-1', 'price_basis_without_price', 'perQuantity']])
    expect(await productOf('T-1')).toMatchObject({ list_price: '3.000000', per_quantity: 3 })

    const other = await inJson({ sku: 'T-1', price: '100', perQuantity: 100 })
    expect(other.found).toEqual([[1, 'T-1', 'price_rounded', 'tiers']])
    expect(await productOf('T-1')).toMatchObject({
      list_price: '100.000000',
      per_quantity: 100,
      compared: '1.000000',
      tiers: [[10, '66.666667']],
    })
  })

  it.each(['0', '-1', '1.5', '1000001', 'viele'])('is refused when it is %s', async (given) => {
    const record = { sku: 'R-1', name: 'Nut', price: '3', currency: 'EUR', perQuantity: given }
    expect((await inJson(record)).found).toEqual([[1, 'R-1', 'number_invalid', 'perQuantity']])
  })
})

describe('an import warns, by line, about', () => {
  it('a rounded price', async () => {
    const gross = '<TAX>0.19</TAX>'
    const done = await inBmecat(
      article('D-1', order('100'), price('9.99', '1', 'nrp', gross)),
      article('D-2', order('0.3'), price('1')),
      article('D-3', order('0.5'), price('1')),
    )
    expect(done.records).toMatchObject({ created: 3 })
    expect(done.found).toEqual([
      [2, 'D-1', 'price_rounded', 'price'],
      [3, 'D-2', 'price_rounded', 'price'],
    ])
    expect(await productOf('D-1')).toMatchObject({ list_price: '8.394958', per_quantity: 100 })
    expect(await productOf('D-2')).toMatchObject({ list_price: '3.333333', per_quantity: 1 })
    expect(await productOf('D-3')).toMatchObject({ list_price: '2.000000', per_quantity: 1 })
  })

  it('a price of 0, of the product or of a tier', async () => {
    const free = { name: 'Nut', currency: 'EUR' }
    const done = await inJson(
      { sku: 'Z-1', price: '0', ...free },
      { sku: 'Z-2', price: '1', tiers: [{ minQuantity: 10, unitPrice: '0.000000' }], ...free },
    )
    expect(done).toMatchObject({ state: 'COMPLETED_WITH_ERRORS', records: { created: 2 } })
    expect(done.found).toEqual([
      [1, 'Z-1', 'price_zero', 'price'],
      [2, 'Z-2', 'price_zero', 'tiers'],
    ])
  })

  it('a new list price below the remaining tiers, each time', async () => {
    const tiers = [{ minQuantity: 10, unitPrice: '9' }]
    const nut = { name: 'Nut', currency: 'EUR' }
    const both = await inJson(
      { sku: 'L-1', price: '10', tiers, ...nut },
      { sku: 'L-2', price: '8', tiers, ...nut },
      { sku: 'L-3', price: '10', tiers, ...nut },
    )
    expect(both.found).toEqual([[2, 'L-2', 'tier_above_list_price', 'tiers']])
    const prices = [
      { sku: 'L-1', price: '8.99' },
      { sku: 'L-3', price: '9' },
    ]
    for (const _ of ['first', 'again']) {
      const done = await inJson(...prices)
      expect(done.found).toEqual([[1, 'L-1', 'tier_above_list_price', 'tiers']])
    }
    expect(await productOf('L-1')).toMatchObject({ list_price: '8.990000' })
    expect((await inJson({ sku: 'L-1', stock: 3 })).found).toEqual([])
  })

  it('a tier that replaces the price, at or below the smallest quantity that can be ordered', async () => {
    const cable = { name: 'Cable', unit: 'MTR', price: '2', currency: 'EUR' }
    const from = (...tiers: [number, string][]) => ({
      tiers: tiers.map(([minQuantity, unitPrice]) => ({ minQuantity, unitPrice })),
    })
    const done = await inJson(
      { sku: 'S-1', moq: 0.001, ...cable, ...from([0.5, '1.5'], [1, '1.2']) },
      { sku: 'S-2', ...cable, ...from([1, '2'], [10, '1.5']) },
      { sku: 'S-3', ...cable, ...from([1, '1.9'], [10, '1.5']) },
      { sku: 'S-4', moq: 12, multiple: 5, ...cable, ...from([15, '1.9']) },
      { sku: 'S-5', moq: 12, multiple: 5, ...cable, ...from([15.5, '1.9']) },
      { sku: 'S-6', ...cable, ...from([0, '1.9']) },
    )
    expect(done.records).toMatchObject({ created: 5 })
    expect(done.found).toEqual([
      [3, 'S-3', 'price_replaced_by_tier', 'tiers'],
      [4, 'S-4', 'price_replaced_by_tier', 'tiers'],
      [6, 'S-6', 'tiers_invalid', 'tiers'],
    ])
    const again = await inJson({ sku: 'S-5', ...from([15, '1.9']) })
    expect(again.found).toEqual([[1, 'S-5', 'price_replaced_by_tier', 'tiers']])
  })

  it('an unknown unit, which refuses its record; common words are read', async () => {
    const nut = { name: 'Nut', price: '1', currency: 'EUR' }
    const done = await inJson(
      { sku: 'U-1', unit: 'Kübel voll', ...nut },
      { sku: 'U-2', unit: 'pcs', ...nut },
      { sku: 'U-3', unit: 'Stk.', ...nut },
      { sku: 'U-4', unit: 'Box', ...nut },
      { sku: 'U-5', unit: 'kgm', ...nut },
    )
    expect(done.found).toEqual([[1, 'U-1', 'unit_unknown', 'unit']])
    const units = await Promise.all(['U-2', 'U-3', 'U-4', 'U-5'].map(productOf))
    expect(units.map((one) => one?.unit)).toEqual(['C62', 'C62', 'XBX', 'KGM'])
  })
})

async function productOf(sku: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select p.list_price, p.per_quantity, p.unit, p.contents, d.price as compared,
      (select jsonb_agg(jsonb_build_array(min_quantity / 1000, unit_price::text) order by min_quantity)
        from products.price_tiers t where t.product_id = p.id) as tiers
    from products.products p left join search.documents d on d.product_id = p.id
    where p.supplier_company_id = ${service.supplierId} and p.sku = ${sku}
  `.execute(database.pool)
  return rows[0]
}

/** What became of the file, and its problems: line, article number, code, field. */
async function carryOut(file: string, type: string) {
  const { body } = await service.carryOut(file, { type })
  const errors = await service.send('admin', 'GET', `/imports/${body.data.id}/errors`)
  const problems = errors.body.data as Record<string, unknown>[]
  return {
    ...body.data,
    found: problems.map(({ line, sku, code, field }) => [line, sku, code, field]),
  }
}

function inJson(...records: object[]) {
  return carryOut(records.map((record) => JSON.stringify(record)).join('\n'), 'application/jsonl')
}

function inBmecat(...articles: string[]) {
  return carryOut(
    `<BMECAT version="1.2"><T_NEW_CATALOG>\n${articles.join('\n')}</T_NEW_CATALOG></BMECAT>`,
    'application/xml',
  )
}

function order(quantity: string, more = '') {
  return `<ARTICLE_ORDER_DETAILS><ORDER_UNIT>BOX</ORDER_UNIT>${more}<PRICE_QUANTITY>${quantity}</PRICE_QUANTITY></ARTICLE_ORDER_DETAILS>`
}

function price(amount: string, from = '1', kind = 'net_list', more = '') {
  return `<ARTICLE_PRICE price_type="${kind}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY>${more}<LOWER_BOUND>${from}</LOWER_BOUND></ARTICLE_PRICE>`
}

function article(sku: string, orderDetails: string, ...prices: string[]) {
  return `<ARTICLE><SUPPLIER_AID>${sku}</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Nut</DESCRIPTION_SHORT></ARTICLE_DETAILS>${orderDetails}<ARTICLE_PRICE_DETAILS>${prices.join('')}</ARTICLE_PRICE_DETAILS></ARTICLE>`
}
