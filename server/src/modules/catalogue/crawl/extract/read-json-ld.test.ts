import { describe, expect, it } from 'vitest'
import { anvil, jsonLd, names, offer, readHtml } from './pages.fixture.ts'

describe('a product in JSON-LD', () => {
  it('has each field with its source', () => {
    const { products, problems } = readHtml(
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
        offers: offer({
          price: 12.5,
          availability: 'https://schema.org/InStock',
          url: '/p/anvil#buy',
        }),
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
    [
      'in a list',
      [
        { '@type': 'Organization', name: 'Shop' },
        { '@type': 'Product', name: 'Anvil' },
      ],
    ],
    [
      'in a graph',
      {
        '@graph': [
          { '@type': 'WebPage', mainEntity: { '@id': '#p' } },
          { '@id': '#p', '@type': ['Product', 'Thing'], name: 'Anvil' },
        ],
      },
    ],
    [
      'in a list of items',
      {
        '@type': 'ItemList',
        itemListElement: [{ '@type': 'ListItem', item: { '@type': 'Product', name: 'Anvil' } }],
      },
    ],
    [
      'in an offer',
      {
        '@type': 'Offer',
        price: 5,
        priceCurrency: 'EUR',
        itemOffered: { '@type': 'Product', name: 'Anvil' },
      },
    ],
    [
      'with whole names',
      { '@type': 'http://schema.org/Product', 'http://schema.org/name': { '@value': 'Anvil' } },
    ],
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
    [
      'references of HTML',
      '{&quot;@type&quot;:&quot;Product&quot;,&quot;name&quot;:&quot;Anvil&quot;}',
    ],
  ])('is read in spite of %s', (_what, script) => {
    expect(names(`<script type="application/ld+json">${script}</script>`)).toEqual(['Anvil'])
  })

  it('costs only its own script when it is garbage', () => {
    const page = `<script type="application/ld+json">{"@type": Product</script>${jsonLd({ '@type': 'Product', name: 'Anvil' })}`
    const { products, problems } = readHtml(page)
    expect(products).toHaveLength(1)
    expect(problems.map(({ code }) => code)).toEqual(['json_ld_malformed'])
  })

  it('joins things with one @id, and ends in circles', () => {
    const page = jsonLd({
      '@graph': [
        {
          '@id': '#a',
          '@type': 'Product',
          name: 'Anvil',
          isVariantOf: { '@id': '#b' },
          offers: { '@id': '#o' },
        },
        { '@id': '#b', '@type': 'ProductGroup', brand: 'ACME', hasVariant: { '@id': '#a' } },
        {
          '@id': '#o',
          '@type': 'Offer',
          price: '5.00',
          priceCurrency: 'EUR',
          itemOffered: { '@id': '#a' },
        },
      ],
    })
    expect(readHtml(page).products).toMatchObject([
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
