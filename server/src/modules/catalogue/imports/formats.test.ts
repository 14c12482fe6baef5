import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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

describe('a CSV file', () => {
  it('with German headers, semicolons and decimal commas is read in an old encoding', async () => {
    const file = Buffer.from(
      'Artikel-Nr.;Bezeichnung;Hersteller;EAN;Warengruppe;Einheit;Preis;Währung;Bestand;Mindestmenge;Staffelpreise;Bemerkung;attribute:Werkstoff\r\n' +
        'S-1;"Sechskantschraube, ""blank""";Müller;4006381333931;Befestigung > Schrauben;Stück;1.234,56;EUR;1.000;10;100:1,20|1000:0,99;egal;Stahl\r\n' +
        'S-2;"zwei\r\nZeilen";;;;;0,5;;;;;;\r\n' +
        'S-3;Kaputt;;;;;viel;;;;;;\r\n',
      'latin1',
    )
    const done = await carryOut(file, 'text/csv')

    expect(done).toMatchObject({
      state: 'COMPLETED_WITH_ERRORS',
      format: 'csv',
      records: { created: 2, failed: 1 },
    })
    expect(await productOf('S-1')).toMatchObject({
      name: 'Sechskantschraube, "blank"',
      brand: 'Müller',
      gtins: ['4006381333931'],
      path_names: ['Befestigung', 'Schrauben'],
      unit: 'C62',
      list_price: '1234.560000',
      on_hand: 1000,
      moq: 10,
      tiers: [
        [100, '1.200000'],
        [1000, '0.990000'],
      ],
      attributes: [{ label: 'Werkstoff', value: 'Stahl', kind: 'text' }],
    })
    expect(await productOf('S-2')).toMatchObject({ name: 'zwei Zeilen', currency: 'EUR' })
    const errors = await service.send('admin', 'GET', `/imports/${done.id}/errors`)
    expect(errors.body.data).toMatchObject([{ line: 5, sku: 'S-3', code: 'price_invalid' }])
  })

  it('refuses a record with more cells than columns, whose positions are unknown', async () => {
    const file = 'sku;price;name\nC-1;1,20;Bolt; M8\nC-2;0,10;Nut;;\n'
    const done = await carryOut(file, 'text/csv')
    expect(done.records).toMatchObject({ created: 1, failed: 1 })
    expect(await productOf('C-2')).toMatchObject({ name: 'Nut', list_price: '0.100000' })
    const errors = await service.send('admin', 'GET', `/imports/${done.id}/errors`)
    expect(errors.body.data).toMatchObject([{ line: 2, sku: 'C-1', code: 'cells_surplus' }])
  })

  it('with two columns for the article number is not read', async () => {
    const done = await carryOut('sku;name;SKU\nD-1;Bolt;D-2\n', 'text/csv')
    expect(done).toMatchObject({ state: 'FAILED', failure: { code: 'catalog.file_malformed' } })
  })

  it('is read by the given mapping, with a preview', async () => {
    const file = 'Nummer,Was,Kosten\nM-1,Mutter,0.07\n'
    const mapping = encodeURIComponent('{"Nummer":"sku","Was":"name","Kosten":"price"}')
    const send = (query: string) =>
      service.send('admin', 'POST', `/imports?${query}`, { body: file, type: 'text/csv' })
    const preview = await send(`mode=preview&mapping=${mapping}`)
    expect(preview.status).toBe(200)
    expect(preview.body.data).toMatchObject({
      format: 'csv',
      columns: [
        { header: 'Nummer', field: 'sku', attribute: null },
        { header: 'Was', field: 'name', attribute: null },
        { header: 'Kosten', field: 'price', attribute: null },
      ],
      delimiter: 'comma',
      encoding: 'utf-8',
      records: [
        { line: 2, sku: 'M-1', product: { name: 'Mutter', listPrice: '0.07' }, problems: [] },
      ],
      broken: null,
    })
    expect(await productOf('M-1')).toBeUndefined()
    expect(await carryOut(file, 'text/csv', `?mapping=${mapping}`)).toMatchObject({
      records: { created: 1 },
    })
    const wrong = await send('mapping=%7B%22a%22%3A%22price2%22%7D')
    expect(wrong.body.meta.code).toBe('catalog.import_mapping_invalid')
    const gone = encodeURIComponent('{"Nummer":"sku","Preis":"price","Notiz":""}')
    expect((await send(`mode=preview&mapping=${gone}`)).body.data.broken).toEqual({
      code: 'catalog.file_malformed',
      message:
        '`mapping` names the column Preis, which the file does not have. It has: Nummer, Was, Kosten',
    })
  })

  it('shows how its columns were understood, also without an article number', async () => {
    const file = Buffer.from('Nummer;Bezeichnung;attribute:Größe;Notiz\n1;Mutter;M8;x\n', 'latin1')
    const sent = { body: file, type: 'text/csv' }
    const { body } = await service.send('admin', 'POST', '/imports?mode=preview', sent)
    expect(body.data).toMatchObject({
      columns: [
        { header: 'Nummer', field: null, attribute: null },
        { header: 'Bezeichnung', field: 'name', attribute: null },
        { header: 'attribute:Größe', field: null, attribute: 'Größe' },
        { header: 'Notiz', field: null, attribute: null },
      ],
      delimiter: 'semicolon',
      encoding: 'windows-1252',
      records: [],
      broken: { code: 'catalog.file_malformed' },
    })
  })

  it('without an article number or with an open quote fails', async () => {
    expect(await carryOut('a,b\n1,2\n', 'text/csv')).toMatchObject({
      state: 'FAILED',
      failure: { code: 'catalog.file_malformed' },
    })
    const open = await carryOut(
      `sku,name,price\nQ-1,good,1\nQ-2,"open,1\n${'x,y,1\n'.repeat(200_000)}`,
      'text/csv',
    )
    expect(open).toMatchObject({
      state: 'FAILED',
      failure: { code: 'catalog.file_malformed', details: { line: 3 } },
    })
    expect(await productOf('Q-1')).toMatchObject({ name: 'good' })
  })
})

describe('a BMEcat file', () => {
  const samples = join(import.meta.dirname, '../../../../test/data/bmecat')

  it.each(['bmecat12-new_catalog', 'bmecat2005-new_catalog'])('as in %s', async (name) => {
    const file = await readFile(join(samples, `${name}.golden.xml`))
    const done = await carryOut(file, 'application/xml')

    expect(done).toMatchObject({ format: 'bmecat', records: { done: 1, created: 1, failed: 0 } })
    expect(await productOf('1000')).toMatchObject({
      name: 'Apple MacBook Pro 13"',
      language: 'de',
      description: 'Das Kraftpaket unter den Notebooks.',
      brand: 'Microsoft',
      mpn: 'MPN',
      // The check digit of the sample is wrong: it should be 0.
      gtins: [],
      path_names: ['Hardware', 'Notebook', 'Mac'],
      classes: ['ECLASS-5.1=19010203'],
      unit: 'XBX',
      per_quantity: 1,
      contents: '6.000000',
      list_price: '1499.500000',
      currency: 'EUR',
      tiers: [[100, '1300.900000']],
      ship_to: ['DE', 'AT'],
      lead_time_days: 2,
      attributes: [{ label: 'Netzspannung', value: '110, 220', unit: 'VLT' }],
      image_urls: ['https://example.com/images/55-K-31.jpg'],
    })
  })

  it('gives the current prices of one market without tax, and reports what it left out', async () => {
    const priced = (sku: string, prices: string) =>
      `<ARTICLE><SUPPLIER_AID>${sku}</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Nut</DESCRIPTION_SHORT>
        </ARTICLE_DETAILS>${prices}</ARTICLE>`
    const price = (type: string, amount: string, more: string) =>
      `<ARTICLE_PRICE price_type="${type}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT>${more}</ARTICLE_PRICE>`
    const details = (prices: string, from = '2001-01-01') =>
      `<ARTICLE_PRICE_DETAILS><DATETIME type="valid_start_date"><DATE>${from}</DATE></DATETIME>${prices}</ARTICLE_PRICE_DETAILS>`
    const inEuro = '<PRICE_CURRENCY>EUR</PRICE_CURRENCY><TERRITORY>DE</TERRITORY>'
    const inFrancs = '<PRICE_CURRENCY>CHF</PRICE_CURRENCY><TERRITORY>CH</TERRITORY>'
    const many = price('net_list', '5', inEuro) + price('net_list', '6', inFrancs)
    const tier = price('net_list', '4', `<LOWER_BOUND>10</LOWER_BOUND>${inEuro}`)
    const gross = price('gros_list', '11.90', '<PRICE_CURRENCY>EUR</PRICE_CURRENCY><TAX>0.19</TAX>')
    const unknown = price('gros_list', '11.90', '<PRICE_CURRENCY>EUR</PRICE_CURRENCY>')
    const file = (...articles: string[]) =>
      `<BMECAT version="1.2"><T_NEW_CATALOG>${articles.join('')}</T_NEW_CATALOG></BMECAT>`
    const done = await carryOut(
      file(
        priced('MARKETS', details(many + tier)),
        priced('GROSS', details(gross)),
        priced('UNTOLD', details(unknown)),
      ),
      'application/xml',
    )
    expect(done).toMatchObject({ records: { created: 2, failed: 1 } })
    expect(await productOf('MARKETS')).toMatchObject({
      list_price: '5.000000',
      currency: 'EUR',
      tiers: [[10, '4.000000']],
      ship_to: ['DE'],
    })
    expect(await productOf('GROSS')).toMatchObject({ list_price: '10.000000' })
    const later = file(priced('GROSS', details(price('net_list', '99', ''), '2999-01-01')))
    await carryOut(later, 'application/xml')
    expect(await productOf('GROSS')).toMatchObject({ list_price: '10.000000' })
  })

  it('may be an update of prices, and uses the texts of the requested language', async () => {
    const texts = `<BMECAT version="2005"><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>1000</SUPPLIER_PID><PRODUCT_DETAILS>
      <DESCRIPTION_SHORT lang="deu">Schraube</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="eng">Bolt</DESCRIPTION_SHORT>
      </PRODUCT_DETAILS><PRODUCT_ORDER_DETAILS><PRICE_QUANTITY>100</PRICE_QUANTITY></PRODUCT_ORDER_DETAILS>
      <PRODUCT_PRICE_DETAILS><PRODUCT_PRICE price_type="net_list"><PRICE_AMOUNT>12.5</PRICE_AMOUNT>
      <PRICE_CURRENCY>EUR</PRICE_CURRENCY></PRODUCT_PRICE></PRODUCT_PRICE_DETAILS></PRODUCT></T_NEW_CATALOG></BMECAT>`
    await carryOut(texts, 'application/xml', '?language=en')
    expect(await productOf('1000')).toMatchObject({
      name: 'Bolt',
      language: 'en',
      list_price: '12.500000',
      per_quantity: 100,
    })

    const prices = await readFile(join(samples, 'bmecat12-update_prices.golden.xml'))
    expect(await carryOut(prices, 'application/xml')).toMatchObject({ records: { updated: 1 } })
    expect(await productOf('1000')).toMatchObject({
      name: 'Bolt',
      language: 'en',
      list_price: '1499.500000',
      per_quantity: 100,
    })
  })

  it.each([
    [
      'an entity',
      '<!DOCTYPE B [<!ENTITY a "aaaa">]><BMECAT><PRODUCT/></BMECAT>',
      'catalog.file_unsafe',
    ],
    [
      'an external entity',
      '<!DOCTYPE B [<!ENTITY x SYSTEM "file:///etc/passwd">]><BMECAT><PRODUCT>&x;</PRODUCT></BMECAT>',
      'catalog.file_unsafe',
    ],
    ['an unknown entity', '<BMECAT><PRODUCT>&x;</PRODUCT></BMECAT>', 'catalog.file_malformed'],
    ['elements without end', `<BMECAT>${'<a>'.repeat(100_000)}`, 'catalog.file_malformed'],
    ['an end too early', '<BMECAT><PRODUCT><SUPPLIER_PID>1', 'catalog.file_malformed'],
    ['a comment without end', `<BMECAT><!-- ${'x'.repeat(3_000_000)}`, 'catalog.file_malformed'],
  ])('with %s fails', async (_what, file, code) => {
    expect(await carryOut(file, 'application/xml', '?format=bmecat')).toMatchObject({
      state: 'FAILED',
      failure: { code },
    })
  })
})

describe('a Google Merchant feed', () => {
  const item = (sku: string, more = '') =>
    `<g:id>${sku}</g:id><title>Desk lamp ${sku}</title><g:price>15.00 EUR</g:price><g:gtin>4006381333931</g:gtin>${more}`

  it('is read as RSS and as Atom', async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Feed</title>
      <item>${item('G-1', '<g:brand>Lux</g:brand><g:product_type>Home > Lamps</g:product_type><g:quantity>7</g:quantity><g:image_link>https://example.com/1.jpg</g:image_link><g:color>Red</g:color><g:shipping><g:country>DE</g:country></g:shipping>')}</item>
      <item>${item('G-2', '<g:availability>out of stock</g:availability>')}</item></channel></rss>`
    expect(await carryOut(rss, 'application/xml')).toMatchObject({
      format: 'google',
      records: { created: 2 },
    })
    expect(await productOf('G-1')).toMatchObject({
      brand: 'Lux',
      path_names: ['Home', 'Lamps'],
      on_hand: 7,
      list_price: '15.000000',
      currency: 'EUR',
      image_urls: ['https://example.com/1.jpg'],
      attributes: [{ label: 'Color', value: 'Red', kind: 'text' }],
    })
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry>${item('G-1')}</entry></feed>`
    expect(await carryOut(atom, 'application/atom+xml')).toMatchObject({
      format: 'google',
      records: { unchanged: 1 },
    })
  })
})

describe('the language of texts', () => {
  it('comes from a field, the head of the file, or the upload', async () => {
    const csv =
      'sku,name,price,currency,Sprache\nL-1,Schraube,1,EUR,de-AT\nL-2,Vis,1,EUR,\nL-3,Bolt,1,EUR,Klingon\n'
    expect(await carryOut(csv, 'text/csv', '?language=fr')).toMatchObject({
      records: { created: 3 },
      problems: 1,
    })
    expect(await languageOf('L-1')).toBe('de')
    expect(await languageOf('L-2')).toBe('fr')
    // What a file does not say stays.
    await carryOut('{"sku":"L-1","price":"2"}\n{"sku":"L-2","language":"deu"}', 'application/jsonl')
    expect(await languageOf('L-1')).toBe('de')
    expect(await languageOf('L-2')).toBe('de')

    const feed = `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
      <item><g:id>L-2</g:id><title>Vis</title><g:price>1.00 EUR</g:price></item></channel></rss>`
    await carryOut(feed, 'application/xml', '?language=fr')
    expect(await languageOf('L-2')).toBe('fr')
    await carryOut(feed, 'application/xml')
    expect(await languageOf('L-2')).toBe('fr')
  })

  const languageOf = async (sku: string) => (await productOf(sku))?.language
})

describe('an export', () => {
  it('as google says what is in stock, on backorder or neither', async () => {
    const records = ['B-1,Bolt,1,1,10', 'B-2,Bolt,1,0,10', 'B-3,Bolt,1,0,']
    const csv = ['sku,name,price,stock,backorder', ...records].join('\n')
    await carryOut(csv, 'text/csv')
    const { text } = await service.send('admin', 'GET', '/exports?format=google')
    const found = [...text.matchAll(/<g:id>B-.+?<g:availability>(.+?)</g)].map(([, one]) => one)
    expect(found).toEqual(['in_stock', 'backorder', 'out_of_stock'])
  })

  it.each(['jsonl', 'csv', 'bmecat', 'google'] as const)(
    'as %s changes nothing when it is imported',
    async (format) => {
      const records = [
        {
          sku: '=1+1',
          language: 'fr',
          name: "'=evil",
          price: '1.5',
          description: 'two\nlines,\r\n "quoted"; <&>',
          brand: '@x',
          category: ['A > B', 'C'],
        },
        {
          sku: 'E-2',
          name: 'Kabel 3 m – ÄÖÜ 🔌',
          price: '0.000002',
          perQuantity: 100,
          contents: 2.5,
          currency: 'CHF',
          tiers: [{ minQuantity: 10, unitPrice: '0.000001' }],
          stock: 3,
          moq: 2,
          multiple: 2,
          unit: 'MTR',
          shipTo: ['DE', 'CH'],
          gtins: ['4006381333931', '96385074'],
          attributes: [
            { label: 'Länge', value: '3', unit: 'm' },
            { label: 'Rot', value: true },
          ],
          images: ['https://example.com/a.jpg', 'https://example.com/b.jpg?x=1|2&y=2'],
          classes: ['ECLASS-5.1=19010203', 'ETIM-7.0=EC000001'],
          category: 'Strom > Kabel',
          releasedOn: '2025-05-05',
        },
      ]
      const file = records.map((record) => JSON.stringify(record)).join('\n')
      expect(await carryOut(file, 'application/jsonl')).toMatchObject({
        records: { created: 2 },
        problems: 0,
      })

      const exported = await service.send('admin', 'GET', `/exports?format=${format}`)
      expect(exported.status).toBe(200)
      const query = format === 'bmecat' || format === 'google' ? '' : `?format=${format}`
      const again = await carryOut(
        gzipSync(exported.text),
        'application/octet-stream',
        query || `?format=${format}`,
      )
      expect(again).toMatchObject({
        state: 'COMPLETED',
        records: { done: 2, unchanged: 2, updated: 0, created: 0 },
        problems: 0,
      })
      // And what it says of the category is all that it needs.
      await sql`
        update products.products set category_id = (select id from products.categories where path_names = '{Hardware}'),
          import_digest = null
        where supplier_company_id = ${service.supplierId}
      `.execute(database.pool)
      await carryOut(gzipSync(exported.text), 'application/octet-stream', `?format=${format}`)
      expect((await productOf('=1+1'))?.path_names).toEqual(['A > B', 'C'])
      expect((await productOf('E-2'))?.path_names).toEqual(['Strom', 'Kabel'])
    },
  )
})

async function productOf(sku: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select p.*, p.moq / 1000 as moq, p.multiple / 1000 as multiple, k.on_hand / 1000 as on_hand, c.path_names,
      (select jsonb_agg(jsonb_build_array(min_quantity / 1000, unit_price::text) order by min_quantity)
        from products.price_tiers t where t.product_id = p.id) as tiers
    from products.products p join products.stock k on k.product_id = p.id join products.categories c on c.id = p.category_id
    where p.supplier_company_id = ${service.supplierId} and p.sku = ${sku}
  `.execute(database.pool)
  return rows[0]
}

async function carryOut(file: string | Buffer, type: string, query = '') {
  return (await service.carryOut(file, { type, query })).body.data
}
