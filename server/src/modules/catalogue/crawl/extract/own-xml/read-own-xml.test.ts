import { describe, expect, it } from 'vitest'
import { confirmedOf, readXml } from './own-xml.fixture.ts'

/** The proposed mapping, and the first product read with it. */
async function proposalFor(xml: string) {
  const { shapes, products, problems } = await readXml(xml)
  expect(products).toEqual([])
  expect(problems).toEqual(['mapping_missing'])
  const [shape] = shapes
  const read = await readXml(xml, confirmedOf(shape))
  return { item: shape?.item, fields: shape?.fields, products: read.products, read }
}

describe('the mapping that is proposed for a file', () => {
  it('knows German elements, and a currency in an attribute', async () => {
    const { item, fields, products } = await proposalFor(`<?xml version="1.0" encoding="UTF-8"?>
      <Preisliste><Kunde>4711</Kunde>
      <Artikel><Artikelnummer>K-1</Artikelnummer><Bezeichnung>Kabelbinder 200 mm</Bezeichnung><EAN>4006381333931</EAN>
        <Hersteller>Binder AG</Hersteller><HerstellerNr>KB200</HerstellerNr><Nettopreis Waehrung="EUR">1.204,50</Nettopreis>
        <Preiseinheit>100</Preiseinheit><ME>Stk</ME><VPE>500</VPE><MwSt>19</MwSt><Lagerbestand>1200</Lagerbestand>
        <Lieferzeit>2-3 Tage</Lieferzeit><Langtext>Witterungsfest.</Langtext><Link>https://supplier.example/k-1</Link>
        <Bild>https://supplier.example/k-1.jpg</Bild></Artikel>
      <Artikel><Artikelnummer>K-2</Artikelnummer><Bezeichnung>Kabelbinder 300 mm</Bezeichnung><EAN>4006381333948</EAN>
        <Hersteller>Binder AG</Hersteller><HerstellerNr>KB300</HerstellerNr><Nettopreis Waehrung="EUR">9,80</Nettopreis>
        <Preiseinheit>100</Preiseinheit><ME>Stk</ME><VPE>100</VPE><MwSt>19</MwSt><Lagerbestand>0</Lagerbestand>
        <Lieferzeit>2 Wochen</Lieferzeit><Langtext>Witterungsfest, lang.</Langtext><Link>https://supplier.example/k-2</Link>
        <Bild>https://supplier.example/k-2.jpg</Bild></Artikel>
      </Preisliste>`)
    expect(item).toBe('Preisliste/Artikel')
    expect(fields).toEqual({
      number: 'Artikelnummer',
      name: 'Bezeichnung',
      gtin: 'EAN',
      manufacturer: 'Hersteller',
      manufacturerNumber: 'HerstellerNr',
      price: 'Nettopreis',
      currency: 'Nettopreis/@Waehrung',
      priceQuantity: 'Preiseinheit',
      unit: 'ME',
      packQuantity: 'VPE',
      tax: '=net',
      taxRate: 'MwSt',
      availability: 'Lagerbestand',
      deliveryTime: 'Lieferzeit',
      description: 'Langtext',
      link: 'Link',
      image: 'Bild',
    })
    expect(products[0]).toMatchObject({
      sku: 'K-1',
      name: 'Kabelbinder 200 mm',
      gtins: ['4006381333931'],
      brand: 'Binder AG',
      mpn: 'KB200',
      price: { amount: '1204.5', currency: 'EUR', perQuantity: 100, taxIncluded: false },
      unit: 'Stk',
      availability: 'IN_STOCK',
      description: 'Witterungsfest.',
      url: 'https://supplier.example/k-1',
      images: ['https://supplier.example/k-1.jpg'],
      attributes: [
        { label: 'VPE', value: '500' },
        { label: 'MwSt', value: '19' },
        { label: 'Lieferzeit', value: '2-3 Tage' },
      ],
    })
    expect(products[1]?.availability).toBe('OUT_OF_STOCK')
  })

  it('knows English elements in groups, and takes the currency that the file says once', async () => {
    const { item, fields, products } =
      await proposalFor(`<stocklist currency="GBP" vatIncluded="false">
      <category name="Ropes"><product sku="R-1"><title>Rope 10 mm</title><unit_price>4.20</unit_price><qty_in_stock>7</qty_in_stock></product>
      <product sku="R-2"><title>Rope 12 mm</title><unit_price>5.20</unit_price><qty_in_stock>0</qty_in_stock></product></category>
      <category name="Mats"><product sku="M-1"><title>Mat</title><unit_price>14.00</unit_price><qty_in_stock>3</qty_in_stock></product></category>
      </stocklist>`)
    expect(item).toBe('stocklist/category/product')
    expect(fields).toEqual({
      number: '@sku',
      name: 'title',
      price: 'unit_price',
      currency: '=GBP',
      tax: '=net',
      availability: 'qty_in_stock',
    })
    expect(products.map(({ sku, price }) => [sku, price?.amount])).toEqual([
      ['R-1', '4.2'],
      ['R-2', '5.2'],
      ['M-1', '14'],
    ])
  })

  it('knows French elements, and prefers the price without tax', async () => {
    const { fields, products } = await proposalFor(`<catalogue_fournisseur><produits>
      <produit><reference>G-10</reference><designation>Gants nitrile</designation><marque>Protex</marque>
        <prix><ht devise="EUR">12,40</ht><ttc devise="EUR">14,88</ttc></prix><unite>boîte</unite><disponibilite>En stock</disponibilite></produit>
      <produit><reference>G-11</reference><designation>Gants latex</designation><marque>Protex</marque>
        <prix><ht devise="EUR">10,00</ht><ttc devise="EUR">12,00</ttc></prix><unite>boîte</unite><disponibilite>Rupture</disponibilite></produit>
      </produits></catalogue_fournisseur>`)
    expect(fields).toMatchObject({
      number: 'reference',
      name: 'designation',
      manufacturer: 'marque',
      price: 'prix/ht',
      currency: 'prix/ht/@devise',
      tax: '=net',
      unit: 'unite',
      availability: 'disponibilite',
    })
    expect(products[1]).toMatchObject({
      price: { amount: '10', currency: 'EUR', taxIncluded: false },
      availability: 'OUT_OF_STOCK',
    })
  })

  it('knows Dutch elements', async () => {
    const { fields } = await proposalFor(`<artikelen>
      <artikel><artikelnummer>1</artikelnummer><omschrijving>Schroef 4x40</omschrijving><merk>Fix</merk><prijs_excl_btw valuta="EUR">3,95</prijs_excl_btw><eenheid>doos</eenheid><voorraad>12</voorraad></artikel>
      <artikel><artikelnummer>2</artikelnummer><omschrijving>Schroef 4x50</omschrijving><merk>Fix</merk><prijs_excl_btw valuta="EUR">4,95</prijs_excl_btw><eenheid>doos</eenheid><voorraad>0</voorraad></artikel>
      </artikelen>`)
    expect(fields).toEqual({
      number: 'artikelnummer',
      name: 'omschrijving',
      manufacturer: 'merk',
      price: 'prijs_excl_btw',
      currency: 'prijs_excl_btw/@valuta',
      unit: 'eenheid',
      availability: 'voorraad',
      tax: '=net',
    })
  })

  it('reads fields that an attribute names', async () => {
    const { fields, products } = await proposalFor(`<export><zeile>
        <feld name="Artikelnr">A-1</feld><feld name="Bezeichnung">Eimer 10 l</feld><feld name="Preis">3.10 EUR</feld></zeile>
      <zeile><feld name="Artikelnr">A-2</feld><feld name="Bezeichnung">Eimer 20 l</feld><feld name="Preis">5.10 EUR</feld></zeile></export>`)
    expect(fields).toEqual({
      number: 'feld[@name=Artikelnr]',
      name: 'feld[@name=Bezeichnung]',
      price: 'feld[@name=Preis]',
    })
    expect(products[0]?.price).toEqual({ amount: '3.1', currency: 'EUR', perQuantity: 1 })
  })

  it('reads products that have only attributes', async () => {
    const { item, fields } =
      await proposalFor(`<items><item code="9001" description="Bearing 6204" brand="SKB" price="3.20" currency="GBP" stock="44"/>
      <item code="9002" description="Bearing 6205" brand="SKB" price="3.60" currency="GBP" stock="0"/></items>`)
    expect(item).toBe('items/item')
    expect(fields).toEqual({
      number: '@code',
      name: '@description',
      manufacturer: '@brand',
      price: '@price',
      currency: '@currency',
      availability: '@stock',
    })
  })

  it('takes the net price among prices of several kinds, and the price from one piece on', async () => {
    const kinds =
      await proposalFor(`<data><record><id>5</id><name>Chair</name><price type="net" currency="EUR">99.00</price><price type="gross" currency="EUR">117.81</price></record>
      <record><id>6</id><name>Table</name><price type="net" currency="EUR">199.00</price><price type="gross" currency="EUR">236.81</price></record></data>`)
    expect(kinds.fields).toMatchObject({
      price: 'price[@type=net]',
      currency: 'price[@type=net]/@currency',
      tax: '=net',
    })
    const tiers =
      await proposalFor(`<liste waehrung="EUR"><pos><artnr>1</artnr><titel>Seil</titel><preis ab="1">2,30</preis><preis ab="100">2,10</preis></pos>
      <pos><artnr>2</artnr><titel>Tau</titel><preis ab="1">3,30</preis><preis ab="100">3,10</preis></pos></liste>`)
    expect(tiers.fields).toMatchObject({ price: 'preis[@ab=1]', currency: '=EUR' })
  })

  it('reads elements with prefixes, and one in windows-1252', async () => {
    const xml = `<?xml version="1.0" encoding="windows-1252"?><s:Sortiment xmlns:s="urn:s"><s:Ware><s:ArtNr>Ö-1</s:ArtNr><s:Name>Öl</s:Name><s:VK>7,50 €</s:VK></s:Ware>
      <s:Ware><s:ArtNr>Ö-2</s:ArtNr><s:Name>Öl für Sägen</s:Name><s:VK>8,50 €</s:VK></s:Ware></s:Sortiment>`
    const bytes = Buffer.from(xml.replaceAll('€', '\u0080'), 'latin1')
    const { shapes } = await readXml(bytes)
    const { products } = await readXml(bytes, confirmedOf(shapes[0]))
    expect(
      products.map(({ sku, name, price }) => [sku, name, price?.amount, price?.currency]),
    ).toEqual([
      ['Ö-1', 'Öl', '7.5', 'EUR'],
      ['Ö-2', 'Öl für Sägen', '8.5', 'EUR'],
    ])
  })

  it('leaves out a price of which two are equally likely, and prices that nobody pays', async () => {
    const two = await proposalFor(
      `<a><b><nr>1</nr><name>Eins</name><preis1>1,00</preis1><preis2>2,00</preis2></b><b><nr>2</nr><name>Zwei</name><preis1>3,00</preis1><preis2>4,00</preis2></b></a>`,
    )
    expect(two.fields).toEqual({ number: 'nr', name: 'name' })
    const old = await proposalFor(
      `<a><b><nr>1</nr><name>Eins</name><uvp>9,00</uvp><streichpreis>8,00</streichpreis><versandpreis>5,00</versandpreis><preis_cent>199</preis_cent></b></a>`,
    )
    expect(old.fields).toEqual({ number: 'nr', name: 'name' })
  })

  it('leaves out products that are named beside a product', async () => {
    const { item, fields } =
      await proposalFor(`<shop><artikel><sku>1</sku><name>Bohrer</name><preis>3,00</preis><zubehoer><artikel><sku>7</sku><name>Koffer</name></artikel></zubehoer></artikel>
      <artikel><sku>2</sku><name>Fräser</name><preis>4,00</preis><zubehoer><artikel><sku>8</sku><name>Tasche</name></artikel></zubehoer></artikel></shop>`)
    expect(item).toBe('shop/artikel')
    expect(fields).toEqual({ number: 'sku', name: 'name', price: 'preis' })
  })
})

describe('a file that is read with its mapping', () => {
  const file = (more = '', head = '') =>
    `<k${head}>${[1, 2, 3]
      .map(
        (nr) =>
          `<p><nr>${nr}</nr><name>Ware ${nr}</name><preis>1,${nr}0</preis><me>Stk</me>${more}</p>`,
      )
      .join('')}</k>`

  it('counts values that it cannot believe', async () => {
    const { shapes } = await readXml(file('', ' currency="EUR"'))
    const mapping = confirmedOf(shapes[0])
    const xml = `<k currency="EUR"><p><nr>1</nr><name>Eins</name><preis>1,50</preis><me>Stk</me></p>
      <p><nr>2</nr><name>Zwei</name><preis>2,50</preis><preis>2,10</preis><me>Stk</me></p>
      <p><nr>3</nr><name>Drei</name><preis>auf Anfrage</preis><me>Stk</me></p></k>`
    const { products, fields, problems } = await readXml(xml, mapping)
    expect(products.map(({ price }) => price?.amount)).toEqual(['1.5', undefined, undefined])
    expect(fields.price).toEqual({ read: 1, missing: 0, refused: 2 })
    expect(problems).toContain('values_differ')
  })

  it('believes no price with three decimals or thousands if no other price shows which', async () => {
    const xml = `<k currency="EUR"><p><nr>1</nr><name>Eins</name><preis>1.250</preis></p><p><nr>2</nr><name>Zwei</name><preis>2.500</preis></p></k>`
    const { shapes } = await readXml(xml)
    const { products, fields } = await readXml(xml, confirmedOf(shapes[0]))
    expect(products.map(({ price }) => price)).toEqual([undefined, undefined])
    expect(fields.price).toEqual({ read: 0, missing: 0, refused: 2 })
  })

  it.each([
    ['an element of the mapping is gone', file('', ' currency="EUR"').replaceAll('preis>', 'vk>')],
    ['the products stand elsewhere', file('', ' currency="EUR"').replaceAll('p>', 'q>')],
    ['the currency is another one', file('', ' currency="CHF"')],
    [
      'a new element says what the price is for',
      file('<preiseinheit>100</preiseinheit>', ' currency="EUR"'),
    ],
    ['a new element names a currency', file('<waehrung>EUR</waehrung>', ' currency="EUR"')],
  ])('is not read if %s', async (_why, changed) => {
    const { shapes } = await readXml(file('', ' currency="EUR"'))
    const { products, problems, shapes: again } = await readXml(changed, confirmedOf(shapes[0]))
    expect(products).toEqual([])
    expect(problems).toEqual(['mapping_unfit'])
    expect(again.length).toBeGreaterThan(0)
  })

  it('is not read if the currency of the file changes, although no price was proposed', async () => {
    const xml = `<k currency="EUR"><p><nr>1</nr><name>Eins</name><a1>1,00</a1></p><p><nr>2</nr><name>Zwei</name><a1>2,00</a1></p></k>`
    const { shapes } = await readXml(xml)
    expect(shapes[0]?.fields.price).toBeUndefined()
    const mapping = confirmedOf(shapes[0], { price: 'a1', currency: '=EUR' })
    expect((await readXml(xml, mapping)).products[0]?.price?.amount).toBe('1')
    const changed = await readXml(xml.replace('EUR', 'CHF'), mapping)
    expect(changed.problems).toEqual(['mapping_unfit'])
  })

  it('does not believe the price of a product that names its quantity in a new field', async () => {
    const fields = (nr: number, more = '') =>
      `<z><f name="Artikelnr">${nr}</f><f name="Bezeichnung">Ware ${nr}</f><f name="Preis">1,50 EUR</f>${more}</z>`
    const { shapes } = await readXml(`<e>${fields(1)}${fields(2)}</e>`)
    const filler = Array.from({ length: 6_000 }, (_, at) => fields(at)).join('')
    const late = `<e>${filler}${fields(9_999, '<f name="Preiseinheit">100</f>')}</e>`
    const { products } = await readXml(late, confirmedOf(shapes[0]))
    expect(products[0]?.price?.amount).toBe('1.5')
    expect(products.at(-1)).toMatchObject({ sku: '9999' })
    expect(products.at(-1)?.price).toBeUndefined()
  })

  it('is read if it has other new elements, and does not believe the price of a product that says more of it', async () => {
    const { shapes } = await readXml(file('', ' currency="EUR"'))
    const mapping = confirmedOf(shapes[0])
    const more = await readXml(file('<farbe>rot</farbe>', ' currency="EUR"'), mapping)
    expect(more.products.map(({ price }) => price?.amount)).toEqual(['1.1', '1.2', '1.3'])
    const filler = Array.from(
      { length: 8_000 },
      (_, at) => `<p><nr>n${at}</nr><name>Ware ${at}</name><preis>1,10</preis><me>Stk</me></p>`,
    )
    const late = `<k currency="EUR">${filler.join('')}<p><nr>z</nr><name>Zuletzt</name><preis>9,90</preis><me>Stk</me><preiseinheit>100</preiseinheit></p></k>`
    const { products } = await readXml(late, mapping)
    expect(products).toHaveLength(8_001)
    expect(products.at(-1)).toMatchObject({ sku: 'z', name: 'Zuletzt' })
    expect(products.at(-1)?.price).toBeUndefined()
  })

  it('reads only the elements at the confirmed path', async () => {
    const { shapes } = await readXml(file('', ' currency="EUR"'))
    const xml = `<k currency="EUR"><kopf><p><nr>9</nr><name>Muster</name><preis>9,00</preis><me>Stk</me></p></kopf>${file().slice(3)}`
    const { products } = await readXml(xml, confirmedOf(shapes[0]))
    expect(products.map(({ sku }) => sku)).toEqual(['1', '2', '3'])
  })
})
