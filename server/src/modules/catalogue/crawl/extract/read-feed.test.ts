import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addCounts } from './field-counts.ts'
import type { FieldCounts, FoundProduct } from './found-product.ts'
import { type FeedProblem, readFeed } from './read-feed.ts'
import { withUnitCodes } from './unit-codes.ts'

const url = 'https://shop.example/feed'
const now = new Date('2026-07-01T12:00:00Z')

describe('a feed of Google Merchant', () => {
  const item = (fields: string) =>
    `<item><g:id>S-1</g:id><title>Anvil</title><link>https://shop.example/anvil?utm_source=g</link>${fields}</item>`
  const rss = (...items: string[]) =>
    `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>${items.join('')}</channel></rss>`

  it('gives products with their addresses, prices and availability', async () => {
    const { products, problems } = await read(
      rss(
        item(
          '<g:price>1299.50 EUR</g:price><g:availability>in_stock</g:availability><g:gtin>4006381333931</g:gtin><g:mpn>925872</g:mpn>' +
            '<g:brand>ACME</g:brand><g:product_type>Tools &gt; Anvils</g:product_type><g:image_link>https://shop.example/a.jpg</g:image_link><g:color>black</g:color>',
        ),
      ),
    )
    const source = { kind: 'merchant', confidence: 0.95 }
    expect(problems).toEqual([])
    expect(products).toEqual([
      {
        url: 'https://shop.example/anvil',
        name: 'Anvil',
        brand: 'ACME',
        mpn: '925872',
        sku: 'S-1',
        gtins: ['4006381333931'],
        price: { amount: '1299.5', currency: 'EUR', perQuantity: 1 },
        availability: 'IN_STOCK',
        images: ['https://shop.example/a.jpg'],
        category: ['Tools', 'Anvils'],
        attributes: [{ label: 'Color', value: 'black' }],
        sources: Object.fromEntries(
          [
            ...['url', 'name', 'brand', 'mpn', 'sku', 'gtins', 'price', 'availability'],
            ...['images', 'category', 'attributes'],
          ].map((field) => [field, source]),
        ),
      },
    ])
  })

  it.each([
    ['without a period', '', '9'],
    ['in its period', '2026-06-01T00:00Z/2026-08-01T00:00Z', '9'],
    ['before its period', '2026-08-01T00:00Z/2026-09-01T00:00Z', '12'],
    ['with a period that cannot be read', 'summer', '12'],
  ])('has the sale price %s', async (_when, period, amount) => {
    const element = period && `<g:sale_price_effective_date>${period}</g:sale_price_effective_date>`
    const { products } = await read(
      rss(item(`<g:price>12.00 EUR</g:price><g:sale_price>9.00 EUR</g:sale_price>${element}`)),
    )
    expect(products).toMatchObject([{ price: { amount, currency: 'EUR' } }])
  })

  it('as a table is read too', async () => {
    const table =
      'id\ttitle\tlink\tprice\tavailability\tgtin\nS-1\tAnvil\t/anvil\t1,299.50 EUR\tout of stock\t4006381333931\n'
    expect((await read(table, 'text/tab-separated-values')).products).toMatchObject([
      {
        url: 'https://shop.example/anvil',
        price: { amount: '1299.5', currency: 'EUR' },
        availability: 'OUT_OF_STOCK',
        sources: { name: { kind: 'csv' } },
      },
    ])
  })

  it('says which records it could not read, and why it ended', async () => {
    const { products, problems } = await read(
      `${rss(item('<g:price>5</g:price>'), '<item><title>No id</title></item>', item('')).slice(0, -40)}<&`,
    )
    expect(products).toMatchObject([{ name: 'Anvil' }])
    expect(products[0]).not.toHaveProperty('price')
    expect(problems.map(({ code, sku }) => [code, sku])).toEqual([
      ['currency_missing', 'S-1'],
      ['sku_missing', undefined],
      ['file_malformed', undefined],
    ])
  })
})

describe('other feeds', () => {
  it('are catalogues of BMEcat', async () => {
    const file = new URL(
      '../../../../../test/data/bmecat/bmecat2005-new_catalog.golden.xml',
      import.meta.url,
    )
    const { products } = await read(readFileSync(file, 'utf8'), 'application/xml')
    expect(products).toMatchObject([
      { url, name: 'Apple MacBook Pro 13"', mpn: 'MPN', category: ['Hardware', 'Notebook', 'Mac'] },
    ])
    // Its prices ended in 2001.
    expect(products[0]).not.toHaveProperty('price')
  })

  it('are tables with prices in the notation of their country', async () => {
    const { products } = await read(
      'Artikel-Nr.;Bezeichnung;Preis;Währung;Einheit;Link;Bestand\nS-1;Kabel;1.234,56;EUR;Meter;https://shop.example/k;0\nS-2;Rest;5;EUR;Elle;;',
      'text/csv',
    )
    expect(products).toMatchObject([
      {
        url: 'https://shop.example/k',
        price: { amount: '1234.56' },
        unit: 'Meter',
        availability: 'OUT_OF_STOCK',
      },
      { url, price: { amount: '5' }, unit: 'Elle' },
    ])
    const coded = withUnitCodes(products)
    expect(coded.products).toMatchObject([{ unit: 'MTR' }, { name: 'Rest' }])
    expect(coded.products[1]).not.toHaveProperty('price')
    expect(coded.problems.map(({ code }) => code)).toEqual(['unit_unknown'])
  })

  it('are lines of JSON', async () => {
    const { products } = await read(
      '{"sku":"S-1","name":"Anvil","price":{"amount":"5.00","currency":"EUR"}}\n',
    )
    expect(products).toMatchObject([{ name: 'Anvil', price: { amount: '5', currency: 'EUR' } }])
  })

  it.each([
    ['Preis netto;Währung', '2,30;EUR', { amount: '2.3', taxIncluded: false }],
    ['Preis netto (EUR);x', '1.234,50;', { amount: '1234.5', taxIncluded: false }],
    ['Nettopreis in EUR;x', '2,30;', { amount: '2.3', taxIncluded: false }],
    ['Preis zzgl. MwSt.;Währung', '2,30;€', { amount: '2.3', taxIncluded: false }],
    ['Preis inkl. MwSt.;Währung', '2,30;EUR', { amount: '2.3', taxIncluded: true }],
    ['Bruttopreis;Währung', '2,30;Euro', { amount: '2.3', taxIncluded: true }],
    ['Prix TTC;Devise', '2,30;EUR', { amount: '2.3', taxIncluded: true }],
    ['Price excl. VAT;Currency', '2.30;EUR', { amount: '2.3', taxIncluded: false }],
    ['Preis;Währung', '2,30 € netto;', { amount: '2.3', taxIncluded: false }],
  ])('are tables whose price is under %s', async (headers, cells, price) => {
    const { products, problems } = await read(
      `Artikelnummer;Bezeichnung;${headers};Menge;Einheit\nS-1;Kabel;${cells};7;Stück\n`,
      'text/csv',
    )
    expect(problems).toEqual([])
    expect(products).toMatchObject([
      { sku: 'S-1', price: { ...price, currency: 'EUR' }, unit: 'Stück', availability: 'IN_STOCK' },
    ])
  })

  it('say nothing of tax if nobody has said it, and prefer the price without it', async () => {
    const plain = await read('Artikelnummer;Name;Preis;Währung\nS-1;Kabel;2,30;EUR\n', 'text/csv')
    expect(plain.products[0]?.price).toEqual({ amount: '2.3', currency: 'EUR', perQuantity: 1 })
    const both = await read(
      'Artikelnummer;Name;Preis brutto;Preis netto;Währung\nS-1;Kabel;2,74;2,30;EUR\n',
      'text/csv',
    )
    expect(both.products).toMatchObject([{ price: { amount: '2.3', taxIncluded: false } }])
  })

  it.each([
    ['"price":"2.30 EUR"'],
    ['"price":{"amount":"2.30 EUR"}'],
    ['"price":{"value":2.3,"priceCurrency":"EUR"}'],
    ['"Preis netto":"2,30 EUR"'],
    ['"netPrice":"2.30","Währung":"Euro"'],
  ])('are lines of JSON with %s', async (price) => {
    const { products, problems } = await read(`{"sku":"S-1","name":"Anvil",${price}}\n`)
    expect(problems).toEqual([])
    expect(products).toMatchObject([{ price: { amount: '2.3', currency: 'EUR', perQuantity: 1 } }])
  })

  it('lose a value that cannot be read, and not the product; the values are counted', async () => {
    const { products, fields } = await read(
      [
        'Artikelnummer;Bezeichnung;Preis netto;Währung;Menge;Einheit',
        'S-1;Kabel;auf Anfrage;EUR;7;Stück',
        'S-2;Kabel;2,30 EUR / 100 m;;siehe Liste;',
        'S-3;Kabel;2,30;EUR;;m',
        'S-4;Kabel;;;;',
        'S-5;Kabel;2,30;XXE;1;m',
      ].join('\n'),
      'text/csv',
    )
    expect(products.map(({ sku, price }) => [sku, price?.amount, price?.perQuantity])).toEqual([
      ['S-1', undefined, undefined],
      ['S-2', '2.3', 100],
      ['S-3', '2.3', 1],
      ['S-4', undefined, undefined],
      ['S-5', undefined, undefined],
    ])
    expect(fields).toMatchObject({
      name: { read: 5, missing: 0, refused: 0 },
      price: { read: 2, missing: 1, refused: 2 },
      availability: { read: 2, missing: 2, refused: 1 },
      brand: { read: 0, missing: 5, refused: 0 },
    })
  })

  it('keep no number that only one shop uses, and no price of zero', async () => {
    const { products } = await read(
      'sku,name,gtin,price,currency\nS-1,Anvil,2000000000008,0.00,EUR\n',
    )
    expect(products).toMatchObject([{ name: 'Anvil', gtins: [] }])
    expect(products[0]).not.toHaveProperty('price')
  })

  it.each([
    ['a page', '<!DOCTYPE html><html><body>Shop</body></html>', 'text/csv', 'feed_is_html'],
    ['nothing', '', '', 'feed_unknown'],
    ['a text', 'Hello', 'text/plain', 'feed_unknown'],
    ['another XML', '<?xml version="1.0"?><catalog/>', 'application/xml', 'feed_unknown'],
    [
      'an entity bomb',
      '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss></rss>',
      'application/xml',
      'file_unsafe',
    ],
    ['a table without numbers', 'name;price\nAnvil;5\n', 'text/csv', 'file_malformed'],
  ])('are not %s', async (_what, text, contentType, code) => {
    const { products, problems } = await read(text, contentType)
    expect([products, problems.map((problem) => problem.code)]).toEqual([[], [code]])
  })

  it('are pulled only as they are read', async () => {
    let pulled = 0
    async function* body() {
      yield Buffer.from('sku,name\n')
      for (; pulled < 1_000; pulled += 1)
        yield Buffer.from(`S-${pulled},${'x'.repeat(100)}\n`.repeat(700))
    }
    const reading = readFeed({ url, contentType: 'text/csv', body: body(), now })
    await reading.next()
    expect(pulled).toBeLessThan(10)
    await reading.return(undefined)
  })
})

async function read(text: string, contentType = 'application/xml') {
  const products: FoundProduct[] = []
  const problems: FeedProblem[] = []
  async function* body() {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
  }
  let fields: FieldCounts = {}
  const onCounted = (counts: FieldCounts) => {
    fields = addCounts(fields, counts)
  }
  for await (const found of readFeed({ url, contentType, body: body(), now, onCounted })) {
    if ('gtins' in found) products.push(found)
    else problems.push(found)
  }
  return { products, problems, fields }
}
