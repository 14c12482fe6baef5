import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FoundProduct } from './found-product.ts'
import { pageBytesMax, readPage } from './read-page.ts'

const url = 'https://shop.example/p/anvil?utm_source=mail'

describe('a product in JSON-LD', () => {
  it('has each field with its source', () => {
    const { products, problems } = read(
      jsonLd({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Cat6 Patchkabel &amp; Clip',
        description: '<p>Blau,<br>2&nbsp;m</p>',
        brand: { '@type': 'Brand', name: 'ACME' },
        mpn: 'CAT6-2M',
        sku: 'S-1',
        gtin13: '4006381333931',
        image: ['/a.jpg', { '@type': 'ImageObject', contentUrl: 'https://cdn.example/b.jpg' }],
        category: 'Netzwerk > Kabel',
        color: 'blue',
        additionalProperty: [{ '@type': 'PropertyValue', name: 'Length', value: 2, unitText: 'm' }],
        offers: offer({ price: 12.5, availability: 'https://schema.org/InStock', url: '/p/anvil#buy' }),
      }),
    )
    const source = { kind: 'json-ld', confidence: 0.95 }
    expect(problems).toEqual([])
    expect(products).toEqual([
      {
        url: 'https://shop.example/p/anvil',
        name: 'Cat6 Patchkabel & Clip',
        description: 'Blau,\n2 m',
        brand: 'ACME',
        mpn: 'CAT6-2M',
        sku: 'S-1',
        gtins: ['4006381333931'],
        price: { amount: '12.5', currency: 'EUR', perQuantity: 1 },
        availability: 'IN_STOCK',
        images: ['https://shop.example/a.jpg', 'https://cdn.example/b.jpg'],
        category: ['Netzwerk', 'Kabel'],
        attributes: [
          { label: 'Color', value: 'blue' },
          { label: 'Length', value: '2', unit: 'm' },
        ],
        sources: Object.fromEntries(
          [
            ...['url', 'name', 'description', 'brand', 'mpn', 'sku', 'gtins', 'price'],
            ...['availability', 'images', 'category', 'attributes'],
          ].map((field) => [field, source]),
        ),
      },
    ])
  })

  it.each([
    ['in a list', [{ '@type': 'Organization', name: 'Shop' }, { '@type': 'Product', name: 'Anvil' }]],
    ['in a graph', { '@graph': [{ '@type': 'WebPage', mainEntity: { '@id': '#p' } }, { '@id': '#p', '@type': ['Product', 'Thing'], name: 'Anvil' }] }],
    ['in a list of items', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: { '@type': 'Product', name: 'Anvil' } }] }],
    ['in an offer', { '@type': 'Offer', price: 5, priceCurrency: 'EUR', itemOffered: { '@type': 'Product', name: 'Anvil' } }],
    ['with whole names', { '@type': 'http://schema.org/Product', 'http://schema.org/name': { '@value': 'Anvil' } }],
    ['with a prefix', { '@type': 'schema:Product', 'schema:name': 'Anvil' }],
  ])('is found %s', (_where, value) => {
    expect(names(jsonLd(value))).toEqual(['Anvil'])
  })

  it.each([
    ['a comma too many', '{"@type":"Product","name":"Anvil","offers":[{"price":1,},],}'],
    ['line breaks in texts', '{"@type":"Product","name":"Anvil","description":"one\ntwo\tthree"}'],
    ['comments', '/* shop */ {"@type":"Product", // the name\n "name":"Anvil"}'],
    ['marks of HTML and XML', '<!-- //<![CDATA[\n{"@type":"Product","name":"Anvil"}\n//]]> -->'],
    ['a semicolon', '{"@type":"Product","name":"Anvil"};'],
    ['several texts', '{"@type":"Organization"}\n{"@type":"Product","name":"Anvil"}'],
    ['a wrong escape', String.raw`{"@type":"Product","name":"Anvil","description":"it\'s"}`],
    ['references of HTML', '{&quot;@type&quot;:&quot;Product&quot;,&quot;name&quot;:&quot;Anvil&quot;}'],
  ])('is read in spite of %s', (_what, script) => {
    expect(names(`<script type="application/ld+json">${script}</script>`)).toEqual(['Anvil'])
  })

  it('costs only its own script when it is garbage', () => {
    const page = `<script type="application/ld+json">{"@type": Product</script>${jsonLd({ '@type': 'Product', name: 'Anvil' })}`
    const { products, problems } = read(page)
    expect(products).toHaveLength(1)
    expect(problems.map(({ code }) => code)).toEqual(['json_ld_malformed'])
  })

  it('joins things with one @id, and ends in circles', () => {
    const page = jsonLd({
      '@graph': [
        { '@id': '#a', '@type': 'Product', name: 'Anvil', isVariantOf: { '@id': '#b' }, offers: { '@id': '#o' } },
        { '@id': '#b', '@type': 'ProductGroup', brand: 'ACME', hasVariant: { '@id': '#a' } },
        { '@id': '#o', '@type': 'Offer', price: '5.00', priceCurrency: 'EUR', itemOffered: { '@id': '#a' } },
      ],
    })
    expect(read(page).products).toMatchObject([
      { name: 'Anvil', brand: 'ACME', price: { amount: '5', currency: 'EUR' } },
    ])
  })

  it('does not touch the prototypes of objects', () => {
    const script =
      '{"@type":"Product","name":"Anvil","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    expect(names(`<script type="application/ld+json">${script}</script>`)).toEqual(['Anvil'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('leaves out what others say of it, and articles beside it', () => {
    const page = jsonLd({
      ...anvil,
      isRelatedTo: { '@type': 'Product', name: 'Hammer' },
      review: { '@type': 'Review', itemReviewed: { '@type': 'Product', name: 'Another' } },
    })
    expect(names(page)).toEqual(['Anvil'])
  })
})

describe('the price of a product', () => {
  it.each([
    ['a number', { price: 1.299 }, '1.299'],
    ['a text', { price: '1299.00' }, '1299'],
    ['groups and decimals', { price: '1,299.00' }, '1299'],
    ['a decimal comma', { price: '12,50' }, '12.5'],
    ['a sign', { price: '12,50 €', priceCurrency: undefined }, '12.5'],
    ['three decimals of its currency', { price: '1.250', priceCurrency: 'KWD' }, '1.25'],
    ['a noisy number', { price: 19.990000000000002 }, '19.99'],
    ['a small price', { price: '0.0295' }, '0.0295'],
    ['a specification', { price: undefined, priceSpecification: { '@type': 'UnitPriceSpecification', price: 7 } }, '7'],
  ])('is %s', (_what, given, amount) => {
    expect(priceOf(given)).toMatchObject({ amount })
  })

  it.each([
    ['has no currency', { priceCurrency: undefined }, 'currency_missing'],
    ['has a currency that is none', { priceCurrency: 'XXX' }, 'currency_missing'],
    ['has a sign of many currencies', { price: '$5', priceCurrency: undefined }, 'currency_missing'],
    ['is zero', { price: '0.00' }, 'price_zero'],
    ['may be thousands or decimals', { price: '1.299' }, 'price_ambiguous'],
    ['names two currencies', { price: '5 £' }, 'currency_contradiction'],
    ['is for half a unit', { priceSpecification: { price: 5, referenceQuantity: { value: 0.5, unitCode: 'MTR' } }, price: undefined }, 'price_basis_unknown'],
  ])('is none when it %s', (_what, given, code) => {
    const { products, problems } = read(jsonLd({ ...anvil, offers: offer(given) }))
    expect(products).toMatchObject([{ name: 'Anvil' }])
    expect(products[0]).not.toHaveProperty('price')
    expect(problems.map((problem) => problem.code)).toEqual([code])
  })

  it.each([
    ['from', { price: 'from 9.99' }],
    ['negative', { price: -5 }],
    ['of a used article', { itemCondition: 'https://schema.org/UsedCondition' }],
    ['of a rent', { businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' }],
    ['of a subscription', { price: undefined, priceSpecification: { price: 5, billingDuration: 'P1M' } }],
    ['the old one', { price: undefined, priceSpecification: { price: 5, priceType: 'https://schema.org/ListPrice' } }],
  ])('is none when it is %s', (_what, given) => {
    expect(priceOf(given)).toBeUndefined()
  })

  it('has the quantity and the tax that its specification names', () => {
    const priceSpecification = {
      '@type': 'UnitPriceSpecification',
      price: '4.20',
      priceCurrency: 'EUR',
      valueAddedTaxIncluded: false,
      referenceQuantity: { '@type': 'QuantitativeValue', value: 100, unitCode: 'MTR' },
    }
    const { products } = read(jsonLd({ ...anvil, offers: { '@type': 'Offer', priceSpecification } }))
    expect(products).toMatchObject([
      { price: { amount: '4.2', perQuantity: 100, taxIncluded: false }, unit: 'MTR' },
    ])
  })

  it('is not the lowest of several, unless all are the same', () => {
    const aggregate = { '@type': 'AggregateOffer', priceCurrency: 'EUR', lowPrice: 5, highPrice: 9 }
    const priceWith = (offers: unknown) => read(jsonLd({ ...anvil, offers })).products[0]?.price
    expect(priceWith(aggregate)).toBeUndefined()
    expect(priceWith({ ...aggregate, highPrice: 5 })).toMatchObject({ amount: '5' })
    expect(priceWith({ ...aggregate, offers: [offer({ price: 5 }), offer({ price: 9 })] })).toBeUndefined()
    expect(priceWith([offer({ price: 5 }), offer({ price: 5 })])).toMatchObject({ amount: '5' })
  })

  it('is that of each variant when offers have numbers', () => {
    const offers = [
      offer({ price: 5, sku: 'A-1', name: 'Anvil, small' }),
      offer({ price: 9, sku: 'A-2', gtin: '4006381333931' }),
    ]
    expect(read(jsonLd({ ...anvil, offers })).products).toMatchObject([
      { name: 'Anvil, small', sku: 'A-1', price: { amount: '5' }, gtins: [] },
      { name: 'Anvil', sku: 'A-2', price: { amount: '9' }, gtins: ['4006381333931'] },
    ])
  })

  it('is that of each variant of a group, which inherits the rest', () => {
    const page = jsonLd({
      '@type': 'ProductGroup',
      name: 'Anvil',
      brand: 'ACME',
      hasVariant: [
        { '@type': 'Product', sku: 'A-1', size: 'S', offers: offer({ price: 5 }) },
        { '@type': 'Product', sku: 'A-2', name: 'Anvil L', offers: offer({ price: 9 }) },
      ],
    })
    expect(read(page).products).toMatchObject([
      { name: 'Anvil', brand: 'ACME', sku: 'A-1', price: { amount: '5' } },
      { name: 'Anvil L', brand: 'ACME', sku: 'A-2', price: { amount: '9' } },
    ])
  })

  it('takes the currency that the page names elsewhere, if it is the only one', () => {
    const without = jsonLd({ ...anvil, offers: offer({ priceCurrency: undefined }) })
    const named = '<meta property="product:price:currency" content="CHF">'
    expect(read(named + without).products[0]?.price).toMatchObject({ currency: 'CHF' })
    const other = '<div itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="USD"></div>'
    expect(read(named + other + without).products[0]).not.toHaveProperty('price')
  })
})

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
    expect(read(page).products).toMatchObject([
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
    expect(read(page).products).toMatchObject([
      { name: 'Anvil', price: { amount: '5' }, sources: { name: { kind: 'rdfa' } } },
    ])
  })

  it('is read from OpenGraph, without the name of the shop', () => {
    const page = `
      <meta property="og:type" content="product"><meta property="og:site_name" content="Shop">
      <meta property="og:title" content="Anvil | Shop"><meta property="og:image" content="/a.jpg">
      <meta property="product:price:amount" content="5.00"><meta property="product:price:currency" content="EUR">
      <meta property="product:availability" content="in stock">`
    expect(read(page).products).toMatchObject([
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
    expect(names('<meta property="og:type" content="article"><meta property="og:title" content="News">')).toEqual([])
  })

  it.each([
    ['items of a list without end tags', '<ul><li itemscope itemtype="http://schema.org/Product"><b itemprop="name">One</b><li itemscope itemtype="http://schema.org/Product"><b itemprop="name">Two</b></ul>', ['One', 'Two']],
    ['tags that cross', '<b><div itemscope itemtype="http://schema.org/Product"></b><i itemprop="name">One</i></div>', ['One']],
    ['end tags of nothing', '</div></p><p itemscope itemtype="http://schema.org/Product"></b><i itemprop="name">One</i>', ['One']],
    ['a page that is cut off', '<div itemscope itemtype="http://schema.org/Product"><i itemprop="name">One</i><a href="x', ['One']],
    ['scripts within', '<div itemscope itemtype="http://schema.org/Product"><i itemprop="name">One<script>"</i>"</script></i></div>', ['One']],
  ])('is read in spite of %s', (_what, page, expected) => {
    expect(names(page)).toEqual(expected)
  })

  it('of the tests of extruct is read', () => {
    const file = new URL('../../../../test/data/pages/product-microdata.html', import.meta.url)
    expect(read(readFileSync(file, 'utf8')).products).toMatchObject([
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
  const page = (price: string) => microdata(price) + jsonLd({ ...anvil, offers: offer({ price: '5.00' }) })

  it('are joined by field, and the first source wins', () => {
    expect(read(page('5')).products).toMatchObject([
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
    const [product] = read(page('7')).products
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
    expect(read(jsonLd(two) + prices.join('')).products).toMatchObject([
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
    expect(read(jsonLd(list)).products).toMatchObject([
      { url: 'https://shop.example/1' },
      { url: 'https://shop.example/2', mpn: '925872' },
      { sku: 'S-1' },
      { sku: 'S-2' },
    ])
  })

  it('with two prices and nothing that tells them apart are one without a price', () => {
    const list = [5, 9].map((price) => ({ ...anvil, offers: offer({ price }) }))
    const { products } = read(jsonLd(list) + microdata('5'))
    expect(products).toMatchObject([{ name: 'Anvil' }])
    expect(products[0]).not.toHaveProperty('price')
  })

  it('take the category from the path of the page', () => {
    const path = {
      '@type': 'BreadcrumbList',
      itemListElement: ['Home', 'Tools', 'Anvils', 'Anvil'].map((name, at) => ({ '@type': 'ListItem', position: at + 1, name })),
    }
    expect(read(jsonLd([anvil, path])).products).toMatchObject([
      { category: ['Tools', 'Anvils'], sources: { category: { confidence: 0.6 } } },
    ])
  })
})

describe('a page', () => {
  it('has links as addresses, without those that must not be followed', () => {
    const { links, canonical } = read(`
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
    const page = read('<meta name="robots" content="noindex,nofollow"><a href="/a">A</a>')
    expect(page).toMatchObject({ noIndex: true, noFollow: true, links: [] })
    expect(read('<a href="/a">A</a>')).toMatchObject({ noIndex: false, noFollow: false })
  })

  it.each([
    ['the header', 'text/html; charset=windows-1252', '', 'latin1'],
    ['the page', 'text/html', '<meta charset="iso-8859-1">', 'latin1'],
    ['the page, in the old form', 'text/html', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', 'latin1'],
    ['nobody', 'text/html', '', 'latin1'],
    ['a header that is wrong', 'text/html; charset=iso-8859-1', '', 'utf8'],
    ['a byte order mark', 'text/html; charset=iso-8859-1', '\ufeff', 'utf16le'],
  ] as const)('is decoded as %s says', (_who, contentType, head, encoding) => {
    const body = Buffer.from(`${head}${jsonLd({ ...anvil, name: 'Größe ½ Zoll' })}`, encoding)
    expect(readPage({ url, contentType, body }).products).toMatchObject([{ name: 'Größe ½ Zoll' }])
  })

  it('may mix encodings', () => {
    const parts = [jsonLd({ '@type': 'Product', name: 'Größe €' }), jsonLd({ '@type': 'Product', name: 'Länge' })]
    const body = Buffer.concat([Buffer.from(parts[0] ?? '', 'utf8'), Buffer.from(parts[1] ?? '', 'latin1')])
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

/** Each costs time in proportion to its size. A square of it would be hours. */
describe('a hostile page', () => {
  const deep = 100_000
  it.each([
    ['of open tags', '<div>'.repeat(deep)],
    ['of open tags that others end', '<div>'.repeat(deep) + '</span>'.repeat(deep) + '</div>'.repeat(deep)],
    ['of open formatting', '<b>'.repeat(deep) + '</i>'.repeat(deep)],
    ['of paragraphs', '<p>'.repeat(deep) + '<div>'.repeat(deep)],
    ['of items in items', '<i itemscope itemtype="http://schema.org/Product" itemprop="offers">'.repeat(deep / 5)],
    ['of properties in properties', `<i itemscope itemtype="http://schema.org/Product">${'<b itemprop=name>x'.repeat(deep)}`],
    ['of references', `<i itemscope itemtype="http://schema.org/Product" itemref="a"></i>${'<p id=a itemprop=name>x</p>'.repeat(deep / 5)}`],
    ['with a huge attribute', `<a href="${'x'.repeat(4_000_000)}">`],
    ['with a million attributes', `<a ${'x '.repeat(1_000_000)}>`],
    ['with a huge tag', `<${'x'.repeat(4_000_000)}`],
    ['of references to characters', '&amp;'.repeat(800_000)],
    ['of comments', '<!--'.repeat(deep)],
    ['of scripts', '<script type="application/ld+json">{"@type":"Product","name":"x"}</script>'.repeat(10_000)],
    ['of garbage in scripts', `<script type="application/ld+json">${'{"a":['.repeat(deep)}</script>`],
    ['of lists in lists', `<script type="application/ld+json">${'['.repeat(deep)}${']'.repeat(deep)}</script>`],
    ['of commas in a script', `<script type="application/ld+json">{"a":1${','.repeat(1_000_000)}}</script>`],
    ['of one @id', `<script type="application/ld+json">[${'{"@id":"#a","@type":"Product","isVariantOf":{"@id":"#a"}},'.repeat(20_000)}1]</script>`],
    ['of links', '<a href="/x?a=1&b=2">'.repeat(deep / 5)],
    ['of bytes of two encodings', '<a>\u00ff'.repeat(deep)],
  ])('%s is read to its end', (_what, page) => {
    const body = Buffer.from(page, 'latin1')
    const contents = readPage({ url, contentType: 'text/html', body })
    expect(JSON.stringify(contents).length).toBeLessThan(3_000_000)
  })

  it('of a gigabyte is cut', () => {
    const body = Buffer.alloc(pageBytesMax + 1, 'x')
    const { problems } = readPage({ url, contentType: 'text/html', body })
    expect(problems.map(({ code }) => code)).toEqual(['page_cut'])
  })
})

const anvil = { '@type': 'Product', name: 'Anvil' }

function offer(given: Readonly<Record<string, unknown>>) {
  return { '@type': 'Offer', price: '5.00', priceCurrency: 'EUR', ...given }
}

function priceOf(given: Readonly<Record<string, unknown>>): FoundProduct['price'] {
  return read(jsonLd({ ...anvil, offers: offer(given) })).products[0]?.price
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`
}

function read(page: string) {
  return readPage({ url, contentType: 'text/html; charset=utf-8', body: Buffer.from(page) })
}

function names(page: string): string[] {
  return read(page).products.map(({ name }) => name)
}
