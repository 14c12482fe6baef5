import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { FoundProduct } from './found-product.ts'
import { type FeedProblem, readFeed } from './read-feed.ts'

const url = 'https://supplier.example/list'
const now = new Date('2026-07-01T12:00:00Z')

async function readAll(bytes: Buffer, pieceBytes = bytes.length) {
  async function* body() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const found: (FoundProduct | FeedProblem)[] = []
  for await (const one of readFeed({ url, contentType: '', body: body(), now })) found.push(one)
  const products = found.filter((one) => 'gtins' in one)
  const problems = found.flatMap((one) => ('code' in one ? [one.code] : []))
  return { products, problems }
}
const readText = (text: string, pieceBytes?: number) => readAll(Buffer.from(text), pieceBytes)
const names = (products: readonly FoundProduct[]) => products.map(({ name }) => name)

describe('a price list in a table', () => {
  it('may have a title above its header, and prices by quantity beside each other', async () => {
    const { products } = await readText(
      'Preisliste 2026;;;;\nHofmann GmbH;;;;\nArtikel;Bezeichnung;ab 1 Rolle;ab 10 Rollen;ab 50\nE-1;Etikett;6,90 €;6,20 €;5,50 €\n',
    )
    expect(products[0]).toMatchObject({
      sku: 'E-1',
      name: 'Etikett',
      unit: 'Rolle',
      price: {
        amount: '6.9',
        currency: 'EUR',
        tiers: [
          { minQuantity: 10, amount: '6.2' },
          { minQuantity: 50, amount: '5.5' },
        ],
      },
    })
  })

  it.each([
    ['Nr.;Artikel;Preis je 100 m (EUR)', '7;Kabel;12,50', 100, 'm'],
    ['Art.-Nr.;Bezeichnung;Einheit;Nettopreis EUR', '7;Kabel;100 Stück;12,50', 100, 'Stück'],
  ])('says in %s what a price is for', async (header, row, perQuantity, unit) => {
    const { products } = await readText(`${header}\n${row}\n`)
    expect(products[0]).toMatchObject({
      name: 'Kabel',
      price: { amount: '12.5', perQuantity },
      unit,
    })
  })

  it('leaves out tiers that rise, and keeps the price', async () => {
    const { products } = await readText('sku;name;price;currency;ab 10\n1;Anvil;5,00;EUR;7,00\n')
    expect(products[0]?.price).toEqual({ amount: '5', currency: 'EUR', perQuantity: 1 })
  })

  it('may state a stock in words', async () => {
    const { products } = await readText('sku;name;Bestand\n1;Anvil;ausverkauft\n2;Bell;12 Stk.\n')
    expect(products.map(({ availability }) => availability)).toEqual(['OUT_OF_STOCK', 'IN_STOCK'])
  })
})

describe('a JSON file with a list', () => {
  const anvil = '{"sku":"1","name":"An\\"v]il","price":"5.00","currency":"EUR"}'

  it.each([
    ['is the list', `[\n ${anvil}, {"sku":"2","name":"Bell"}\n]`],
    [
      'has the list below a key',
      `{"date":"today","products":[${anvil},{"sku":"2","name":"Bell"}]}`,
    ],
  ])('that %s is read in pieces of any size', async (_what, text) => {
    for (const size of [1, 7, 10_000]) {
      expect(names((await readText(text, size)).products)).toEqual(['An"v]il', 'Bell'])
    }
  })

  it('keeps what stands before the place where it was cut off', async () => {
    const { products, problems } = await readText(`[${anvil},{"sku":"2","na`)
    expect(names(products)).toEqual(['An"v]il'])
    expect(problems).toEqual(['file_malformed'])
  })

  it('refuses an object that is nested too deep or does not end', async () => {
    expect((await readText(`[{"a":${'['.repeat(100)}`)).problems).toEqual(['file_malformed'])
    const endless = `[{"sku":"1","name":"${'x'.repeat(2_000_000)}`
    expect((await readText(endless, 65_536)).problems).toEqual(['file_malformed'])
  })
})

describe('a workbook', () => {
  it('is read from its first row that names an article number', async () => {
    const file = new URL('../../../../../test/data/pages/visible/v29-preise.xlsx', import.meta.url)
    const { products, problems } = await readAll(readFileSync(file), 500)
    expect(problems).toEqual([])
    expect(products.map(({ sku, price }) => [sku, price?.amount, price?.taxIncluded])).toEqual([
      ['H-100', '8.75', false],
      ['H-101', '4.2', false],
      ['7002', '3.1', false],
    ])
  })

  it('has formulas by their stored value, texts in cells, gaps and hidden sheets', async () => {
    const sheet = `<row><c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="C1" t="str"><v>Name</v></c><c r="D1" t="str"><v>Price EUR</v></c></row>
      <row><c r="A2" t="str"><v>A</v></c><c r="C2" t="str"><v>Anvil</v></c><c r="D2"><f>2*2.1</f><v>4.2000000000000002</v></c></row>`
    const { products } = await readAll(workbook([sheet, sheet], 'hidden'))
    expect(products.map(({ name, price }) => [name, price?.amount])).toEqual([['Anvil', '4.2']])
  })

  it.each([
    [
      'has too many cells',
      workbook([`<row>${'<c r="GR1"><v>1</v></c><c r="A1"/>'.repeat(3_000)}</row>`.repeat(200)]),
      'file_too_large',
    ],
    [
      'unpacks to more than the limit',
      zip({ 'xl/workbook.xml': Buffer.alloc(70_000_000, 0x20) }),
      'file_too_large',
    ],
    ['declares a document type', workbook(['<!DOCTYPE a [<!ENTITY b "c">]>']), 'file_malformed'],
    ['is cut off', workbook(['']).subarray(0, 200), 'archive_broken'],
    ['has no sheet', zip({ 'a.txt': Buffer.from('a') }), 'file_malformed'],
    [
      'has no article number',
      workbook(['<row><c t="str"><v>Hello</v></c></row>']),
      'file_malformed',
    ],
  ])('that %s is refused', async (_what, bytes, code) => {
    expect(await readAll(bytes)).toEqual({ products: [], problems: [code] })
  })
})

function workbook(sheets: readonly string[], stateOfLast = 'visible'): Buffer {
  const ids = sheets.map((_sheet, at) => `s${at}`)
  const states = ids.map((_id, at) => (at > 0 && at === ids.length - 1 ? stateOfLast : 'visible'))
  return zip({
    'xl/workbook.xml': Buffer.from(
      `<workbook xmlns:r="r">${ids.map((id, at) => `<sheet name="${id}" state="${states[at]}" r:id="${id}"/>`).join('')}</workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      `<Relationships>${ids.map((id) => `<Relationship Id="${id}" Target="${id}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, at) => [
        `xl/s${at}.xml`,
        Buffer.from(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
      ]),
    ),
  })
}

function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
