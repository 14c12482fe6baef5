import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anvil, jsonLd, names, offer, readHtml, url } from './pages.fixture.ts'
import { readPage } from './read-page.ts'

describe('a product in the mark-up of a page', () => {
  it('is read from microdata, where the page shows it', () => {
    const page = `
      <div itemscope itemtype="https://schema.org/Product" itemref="numbers">
        <h1 itemprop="name">Executive &quot;Anvil&quot;</h1>
        <a itemprop="url" href="/anvil"><img itemprop="image" src="anvil.jpg"></a>
        <div itemprop="description">Heavy.<p>Very <b>heavy</b>.</div>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
          <span itemprop="price">1.299,00 €</span> <meta itemprop="priceCurrency" content="EUR">
          <link itemprop="availability" href="https://schema.org/OutOfStock">
        </div>
        <div itemprop="brand" itemscope itemtype="https://schema.org/Brand"><span itemprop="name">ACME</span></div>
      </div>
      <p id="numbers">MPN <span itemprop="mpn">925872</span></p>`
    expect(readHtml(page).products).toMatchObject([
      {
        url: 'https://shop.example/anvil',
        name: 'Executive "Anvil"',
        description: 'Heavy.\nVery heavy.',
        brand: 'ACME',
        mpn: '925872',
        price: { amount: '1299', currency: 'EUR' },
        availability: 'OUT_OF_STOCK',
        images: ['https://shop.example/p/anvil.jpg'],
        sources: { name: { kind: 'microdata', confidence: 0.9 } },
      },
    ])
  })

  it('is read from RDFa Lite', () => {
    const page = `
      <div vocab="https://schema.org/" typeof="Product">
        <span property="name">Anvil</span>
        <div property="offers" typeof="Offer">
          <span property="price" content="5.00">5,00</span> <span property="priceCurrency" content="EUR">€</span>
        </div>
      </div>
      <div typeof="Product"><span property="name">of another vocabulary</span></div>`
    expect(readHtml(page).products).toMatchObject([
      { name: 'Anvil', price: { amount: '5' }, sources: { name: { kind: 'rdfa' } } },
    ])
  })

  it('is read from OpenGraph, without the name of the shop', () => {
    const page = `
      <meta property="og:type" content="product"><meta property="og:site_name" content="Shop">
      <meta property="og:title" content="Anvil | Shop"><meta property="og:image" content="/a.jpg">
      <meta property="product:price:amount" content="5.00"><meta property="product:price:currency" content="EUR">
      <meta property="product:availability" content="in stock">`
    expect(readHtml(page).products).toMatchObject([
      {
        url: 'https://shop.example/p/anvil',
        name: 'Anvil',
        price: { amount: '5', currency: 'EUR' },
        availability: 'IN_STOCK',
        images: ['https://shop.example/a.jpg'],
        sources: { price: { kind: 'open-graph', confidence: 0.7 } },
      },
    ])
  })

  it('is not an article of a magazine', () => {
    expect(
      names('<meta property="og:type" content="article"><meta property="og:title" content="News">'),
    ).toEqual([])
  })

  it.each([
    [
      'items of a list without end tags',
      '<ul><li itemscope itemtype="http://schema.org/Product"><b itemprop="name">One</b><li itemscope itemtype="http://schema.org/Product"><b itemprop="name">Two</b></ul>',
      ['One', 'Two'],
    ],
    [
      'tags that cross',
      '<b><div itemscope itemtype="http://schema.org/Product"></b><i itemprop="name">One</i></div>',
      ['One'],
    ],
    [
      'end tags of nothing',
      '</div></p><p itemscope itemtype="http://schema.org/Product"></b><i itemprop="name">One</i>',
      ['One'],
    ],
    [
      'a page that is cut off',
      '<div itemscope itemtype="http://schema.org/Product"><i itemprop="name">One</i><a href="x',
      ['One'],
    ],
    [
      'scripts within',
      '<div itemscope itemtype="http://schema.org/Product"><i itemprop="name">One<script>"</i>"</script></i></div>',
      ['One'],
    ],
  ])('is read in spite of %s', (_what, page, expected) => {
    expect(names(page)).toEqual(expected)
  })

  it('of the tests of extruct is read', () => {
    const file = new URL('../../../../../test/data/pages/product-microdata.html', import.meta.url)
    expect(readHtml(readFileSync(file, 'utf8')).products).toMatchObject([
      {
        name: 'Executive Anvil',
        brand: 'ACME',
        mpn: '925872',
        images: ['https://shop.example/p/anvil_executive.jpg'],
      },
    ])
  })
})

describe('several descriptions of one product', () => {
  const microdata = (price: string) => `
    <div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Anvil, shown</b><i itemprop="mpn">925872</i>
    <div itemprop="offers" itemscope><meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="EUR"></div></div>`
  const page = (price: string) =>
    microdata(price) + jsonLd({ ...anvil, offers: offer({ price: '5.00' }) })

  it('are joined by field, and the first source wins', () => {
    expect(readHtml(page('5')).products).toMatchObject([
      {
        name: 'Anvil',
        mpn: '925872',
        price: { amount: '5' },
        sources: {
          name: { kind: 'json-ld', confidence: 0.95 },
          mpn: { kind: 'microdata', confidence: 0.9 },
          price: { kind: 'json-ld', confidence: 0.99 },
        },
      },
    ])
  })

  it('that disagree are believed less', () => {
    const [product] = readHtml(page('7')).products
    expect(product?.price?.amount).toBe('5')
    expect(product?.sources.price?.confidence).toBeLessThan(0.7)
  })

  it('of several products meet by their numbers', () => {
    const two = [
      { '@type': 'Product', name: 'One', sku: 'S-1' },
      { '@type': 'Product', name: 'Two', sku: 'S-2' },
    ]
    const prices = ['S-2', 'S-1'].map(
      (sku, at) => `<div itemscope itemtype="http://schema.org/Product"><i itemprop="sku">${sku}</i>
        <div itemprop="offers" itemscope><meta itemprop="price" content="${at + 1}"><meta itemprop="priceCurrency" content="EUR"></div></div>`,
    )
    expect(readHtml(jsonLd(two) + prices.join('')).products).toMatchObject([
      { name: 'One', price: { amount: '2' } },
      { name: 'Two', price: { amount: '1' } },
    ])
  })

  it('within one syntax are one when a number or the address says so, and two otherwise', () => {
    const list = [
      { '@type': 'Product', name: 'Anvil', url: '/1' },
      { '@type': 'Product', name: 'Anvil', url: '/2' },
      { '@type': 'Product', name: 'Anvil', url: '/2', mpn: '925872' },
      { '@type': 'Product', name: 'Anvil', sku: 'S-1' },
      { '@type': 'Product', name: 'Anvil', sku: 'S-2' },
    ]
    expect(readHtml(jsonLd(list)).products).toMatchObject([
      { url: 'https://shop.example/1' },
      { url: 'https://shop.example/2', mpn: '925872' },
      { sku: 'S-1' },
      { sku: 'S-2' },
    ])
  })

  it('with two prices and nothing that tells them apart are one without a price', () => {
    const list = [5, 9].map((price) => ({ ...anvil, offers: offer({ price }) }))
    const { products } = readHtml(jsonLd(list) + microdata('5'))
    expect(products).toMatchObject([{ name: 'Anvil' }])
    expect(products[0]).not.toHaveProperty('price')
  })

  it('take the category from the path of the page', () => {
    const path = {
      '@type': 'BreadcrumbList',
      itemListElement: ['Home', 'Tools', 'Anvils', 'Anvil'].map((name, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
      })),
    }
    expect(readHtml(jsonLd([anvil, path])).products).toMatchObject([
      { category: ['Tools', 'Anvils'], sources: { category: { confidence: 0.6 } } },
    ])
  })
})

describe('a page', () => {
  it('has links as addresses, without those that must not be followed', () => {
    const { links, canonical } = readHtml(`
      <base href="https://shop.example/shop/"><link rel="canonical" href="./anvil?utm_source=x"><link rel="next" href="?page=2">
      <a href="a#top">A</a><a href="a">A</a><a href="/b?gclid=1" rel="nofollow">B</a><a href="javascript:x">C</a>
      <a href="mailto:a@b.example">D</a><area href="https://other.example/e">`)
    expect(links).toEqual([
      'https://shop.example/shop/?page=2',
      'https://shop.example/shop/a',
      'https://other.example/e',
    ])
    expect(canonical).toBe('https://shop.example/shop/anvil')
  })

  it('may ask robots to keep and follow nothing', () => {
    const page = readHtml('<meta name="robots" content="noindex,nofollow"><a href="/a">A</a>')
    expect(page).toMatchObject({ noIndex: true, noFollow: true, links: [] })
    expect(readHtml('<a href="/a">A</a>')).toMatchObject({ noIndex: false, noFollow: false })
  })

  it.each([
    ['the header', 'text/html; charset=windows-1252', '', 'latin1'],
    ['the page', 'text/html', '<meta charset="iso-8859-1">', 'latin1'],
    [
      'the page, in the old form',
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
      'latin1',
    ],
    ['nobody', 'text/html', '', 'latin1'],
    ['a header that is wrong', 'text/html; charset=iso-8859-1', '', 'utf8'],
    ['a byte order mark', 'text/html; charset=iso-8859-1', '\ufeff', 'utf16le'],
  ] as const)('is decoded as %s says', (_who, contentType, head, encoding) => {
    const body = Buffer.from(`${head}${jsonLd({ ...anvil, name: 'Größe ½ Zoll' })}`, encoding)
    expect(readPage({ url, contentType, body }).products).toMatchObject([{ name: 'Größe ½ Zoll' }])
  })

  it('may mix encodings', () => {
    const parts = [
      jsonLd({ '@type': 'Product', name: 'Größe €' }),
      jsonLd({ '@type': 'Product', name: 'Länge' }),
    ]
    const body = Buffer.concat([
      Buffer.from(parts[0] ?? '', 'utf8'),
      Buffer.from(parts[1] ?? '', 'latin1'),
    ])
    const { products } = readPage({ url, contentType: 'text/html; charset=utf-8', body })
    expect(products.map(({ name }) => name)).toEqual(['Größe €', 'Länge'])
  })

  it.each([
    ['application/pdf', '<html>'],
    ['image/png', '<html>'],
    ['text/plain', 'no page'],
    ['', '\u0000\u0001'],
  ])('of type %j is none', (contentType, text) => {
    const { problems } = readPage({ url, contentType, body: Buffer.from(text) })
    expect(problems.map(({ code }) => code)).toEqual(['not_html'])
  })
})
