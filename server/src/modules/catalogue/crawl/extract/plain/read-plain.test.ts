import { describe, expect, it } from 'vitest'
import { readHtml } from '../pages.fixture.ts'

const page = (body: string, title = '') =>
  `<html lang="de"><title>${title}</title><body>${body}</body>`
const products = (body: string, title = '') => readHtml(page(body, title)).products
const codes = (body: string) => readHtml(page(body)).problems.map(({ code }) => code)

const head = '<h1>Rolle 80 mm</h1><p>Art.-Nr.: R-80</p>'

describe('a page of one product without mark-up', () => {
  it('is read from its heading, labels, price, tax and stock', () => {
    const found = products(`${head}<p>Hersteller: Roller AG</p><p>EAN 4006381333931</p>
      <p><b>1.049,00 €</b> / Stück, zzgl. MwSt.</p><p>Auf Lager</p>`)
    expect(found).toMatchObject([
      {
        name: 'Rolle 80 mm',
        sku: 'R-80',
        brand: 'Roller AG',
        gtins: ['4006381333931'],
        price: { amount: '1049', currency: 'EUR', perQuantity: 1, taxIncluded: false },
        unit: 'Stück',
        availability: 'IN_STOCK',
        sources: { price: { kind: 'page-text', confidence: 0.65 } },
      },
    ])
  })

  it.each([
    ['8,90 €', { amount: '8.9', currency: 'EUR' }],
    ['<span>1.049</span><span>,00</span> <i>€</i>', { amount: '1049' }],
    ['12,50 € pro 100 m', { amount: '12.5', perQuantity: 100 }],
    ['<del>12,50 €</del> 9,90 €', { amount: '9.9' }],
    ['UVP 12,50 €</p><p>9,90 €', { amount: '9.9' }],
    ['9,90 €</p><p>Versand: 4,90 €', { amount: '9.9' }],
    ['9,90 € netto / 11,78 € brutto', { amount: '9.9', taxIncluded: false }],
    ['9,90 €</p><p>11,78 € inkl. MwSt.', { amount: '9.9', taxIncluded: false }],
    ['8,90 €</p><p>(1,78 € / l)', { amount: '8.9', perQuantity: 1 }],
    ['9,90 € inkl. MwSt. zzgl. Versand', { amount: '9.9', taxIncluded: true }],
    ['Preis (EUR): 9,90', { amount: '9.9', currency: 'EUR' }],
  ])('has the price of “%s”', (text, price) => {
    expect(products(`${head}<p>${text}</p>`)).toMatchObject([{ sku: 'R-80', price }])
  })

  it.each([
    ['ab 9,90 €', 'price_from'],
    ['9,90 € oder 12,50 €', 'price_from'],
    ['9,90 €</p><p>12,50 €', 'prices_differ'],
    ['$ 9.90', 'currency_missing'],
    ['0,00 €', 'price_zero'],
  ])('has no price for “%s”, and says why', (text, code) => {
    const body = `${head}<p>${text}</p>`
    expect(products(body)).toMatchObject([{ sku: 'R-80' }])
    expect(products(body)[0]).not.toHaveProperty('price')
    expect(codes(body)).toContain(code)
    expect(readHtml(page(body)).fields.price).toEqual({ read: 0, missing: 0, refused: 1 })
  })

  it('says nothing of tax if the page does not', () => {
    expect(products(`${head}<p>9,90 €</p>`)[0]?.price).not.toHaveProperty('taxIncluded')
    const other = `${head}<p>9,90 €</p><footer>* Alle Preise zzgl. MwSt.</footer>`
    expect(products(other)).toMatchObject([{ price: { taxIncluded: false } }])
  })

  it.each([
    ['a list', '<ul><li>ab 10 Stück: 8,90 €</li><li>ab 50 Stück nur 7,90 €</li></ul>'],
    [
      'a table',
      '<table><tr><th>ab Menge</th><th>Preis</th><th>Ersparnis</th></tr><tr><td>10</td><td>8,90 €</td><td>10 %</td></tr><tr><td>50</td><td>7,90 €</td><td>20 %</td></tr></table>',
    ],
    [
      'columns of a table',
      '<table><tr><td>ab 10</td><td>ab 50</td></tr><tr><td>8,90 €</td><td>7,90 €</td></tr></table>',
    ],
  ])('has prices by quantity from %s', (_what, tiers) => {
    expect(products(`${head}<p>9,90 € netto</p>${tiers}`)).toMatchObject([
      {
        price: {
          amount: '9.9',
          tiers: [
            { minQuantity: 10, amount: '8.9' },
            { minQuantity: 50, amount: '7.9' },
          ],
        },
      },
    ])
  })

  it('is not what stands beside it', () => {
    const others = `
      <nav>Schrauben ab 1,00 €</nav>
      <h2>Passendes Zubehör</h2><ul><li><a href="/a">Achse</a> 3,90 €</li></ul>
      <div class="related-products"><a href="/b">Art.-Nr. B-1 Bremse 5,90 €</a></div>
      <aside>Bestseller: Griff 2,50 €</aside><footer>Ab 50,00 € frei Haus</footer>`
    expect(products(`${head}<p>9,90 €</p>${others}`)).toMatchObject([
      { sku: 'R-80', price: { amount: '9.9' } },
    ])
  })
})

describe('a table of prices without mark-up', () => {
  it('has a product in each row, with what its caption says', () => {
    const found = products(`<h1>Seile</h1><table><caption>Preise in Euro, netto</caption>
      <tr><th rowspan="2">Art.-Nr.</th><th rowspan="2">Bezeichnung</th><th colspan="2">Preis pro Meter</th><th rowspan="2">Lager</th></tr>
      <tr><th>ab 1</th><th>ab 100</th></tr>
      <tr><td colspan="5">Stahl</td></tr>
      <tr><td>S-4</td><td><a href="/s4">Seil 4 mm</a></td><td>0,92</td><td>0,80</td><td>ja</td></tr>
      <tr><td>S-6</td><td>Seil 6 mm</td><td>auf Anfrage</td><td></td><td>0</td></tr></table>`)
    expect(found).toMatchObject([
      {
        url: 'https://shop.example/s4',
        sku: 'S-4',
        name: 'Seil 4 mm',
        price: {
          amount: '0.92',
          currency: 'EUR',
          taxIncluded: false,
          tiers: [{ minQuantity: 100, amount: '0.8' }],
        },
        unit: 'Meter',
        availability: 'IN_STOCK',
        sources: { price: { kind: 'price-table' } },
      },
      { sku: 'S-6', availability: 'OUT_OF_STOCK' },
    ])
    expect(found[1]).not.toHaveProperty('price')
  })

  it('may have its products in columns', () => {
    const found =
      products(`<h1>Stapler</h1><table><tr><th>Modell</th><td>Klein</td><td>Groß</td></tr>
      <tr><th>Art.-Nr.</th><td>K-1</td><td>G-1</td></tr><tr><th>Preis zzgl. MwSt.</th><td>1.890,00 €</td><td>2.450,00 €</td></tr></table>`)
    expect(found).toMatchObject([
      { sku: 'K-1', name: 'Klein', price: { amount: '1890' } },
      { sku: 'G-1', name: 'Groß', price: { amount: '2450' } },
    ])
  })

  it('of variants has the name of the page', () => {
    const found =
      products(`<h1>Hose</h1><p>ab 34,90 €</p><table><tr><th>Größe</th><th>Art.-Nr.</th><th>Preis inkl. MwSt.</th></tr>
      <tr><td>48</td><td>H-48</td><td>34,90 €</td></tr><tr><td>50</td><td>H-50</td><td>36,90 €</td></tr></table>`)
    expect(found).toMatchObject([
      { name: 'Hose', sku: 'H-48', price: { amount: '34.9', taxIncluded: true } },
      { name: 'Hose', sku: 'H-50', price: { amount: '36.9' } },
    ])
  })

  it.each([
    [
      'of shipping',
      '<tr><th>Art</th><th>Preis</th></tr><tr><td>Paket bis 5 kg</td><td>6,90 €</td></tr>',
    ],
    ['of sizes', '<tr><th>Größe</th><th>Länge</th></tr><tr><td>S</td><td>120</td></tr>'],
    ['for the layout', '<tr><td><h2>Willkommen</h2></td><td>Ab 5,00 € im Shop</td></tr>'],
  ])('%s has no products', (_what, rows) => {
    expect(products(`<h1>Versand</h1><table>${rows}</table>`)).toEqual([])
  })

  it('has no price without a currency', () => {
    const rows =
      '<tr><th>Artikelnummer</th><th>Bezeichnung</th><th>Preis</th></tr><tr><td>D-1</td><td>Dichtung</td><td>1,20</td></tr>'
    const [found] = products(`<table>${rows}</table>`)
    expect(found).toMatchObject({ sku: 'D-1' })
    expect(found).not.toHaveProperty('price')
  })
})

describe('a list of products without mark-up', () => {
  const item = (at: number) =>
    `<div class="box"><a href="/l${at}">Leuchte Nummer ${at}</a><p>Art.-Nr. L-${at}</p><p>${at},90 €</p></div>`

  it('has each of them with its address', () => {
    const found = products(`<h1>Leuchten</h1>${item(1)}${item(2)}<p>Alle Preise inkl. MwSt.</p>`)
    expect(found).toMatchObject([
      {
        url: 'https://shop.example/l1',
        name: 'Leuchte Nummer 1',
        sku: 'L-1',
        price: { amount: '1.9', taxIncluded: true },
      },
      { url: 'https://shop.example/l2', sku: 'L-2', price: { amount: '2.9' } },
    ])
  })

  it('is left out beside the one product of a page', () => {
    expect(products(`${head}<p>9,90 €</p>${item(1)}${item(2)}`)).toMatchObject([{ sku: 'R-80' }])
  })
})

describe('a page without a product', () => {
  it.each([
    [
      'an imprint',
      '<h1>Impressum</h1><p>USt-IdNr.: DE 123456789</p><p>Stammkapital: 25.000,00 €</p>',
    ],
    [
      'an article',
      '<h1>Kaufberatung</h1><p>Gute Geräte gibt es für 129,00 €. Sie sind auf Lager.</p>',
    ],
    ['an order', '<h1>Danke</h1><p>Ihre Bestellnummer: 2026-1</p><p>Gesamtbetrag: 129,80 €</p>'],
    [
      'categories',
      '<h1>Sortiment</h1><ul><li><a href="/a">Seile</a> ab 5,00 €</li><li><a href="/b">Rollen</a> ab 2,00 €</li></ul>',
    ],
  ])('such as %s offers nothing', (_what, body) => {
    expect(products(body)).toEqual([])
  })
})

describe('mark-up', () => {
  const named = (price: string) =>
    `<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Rolle 80 mm</h1>${price}</div>`

  it('that states no price is completed from the text', () => {
    expect(products(`${named('')}<p>Art.-Nr.: R-80</p><p>9,90 €</p>`)).toMatchObject([
      {
        name: 'Rolle 80 mm',
        sku: 'R-80',
        price: { amount: '9.9' },
        sources: { name: { kind: 'microdata' } },
      },
    ])
  })

  it('whose price is not believed stays without one', () => {
    const offer =
      '<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="9.90"></div>'
    const [found] = products(`${named(offer)}<p>Art.-Nr.: R-80</p><p>12,90 €</p>`)
    expect(found).not.toHaveProperty('price')
  })
})
