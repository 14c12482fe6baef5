import { describe, expect, it } from 'vitest'
import { confirmedOf, readXml } from './own-xml.fixture.ts'

const itemOf = (nr: number) => `<p><nr>${nr}</nr><name>Ware ${nr}</name><preis>1,10</preis></p>`
const item = itemOf(2)

describe('hostile XML', () => {
  it('expands no entities', async () => {
    const bomb = `<!DOCTYPE k [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><k><p><nr>1</nr><name>&b;</name></p>${item}</k>`
    expect(await readXml(bomb)).toMatchObject({
      products: [],
      problems: ['file_unsafe'],
      shapes: [],
    })
    const external = `<!DOCTYPE k SYSTEM "file:///etc/passwd"><k><p><nr>1</nr><name>&x;</name></p></k>`
    expect((await readXml(external)).problems).toEqual(['file_malformed'])
  })

  it.each([
    ['nested deeply', `<k>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</k>`, 'file_malformed'],
    ['cut off', `<k>${item}${item}<p><nr>`, 'file_malformed'],
    ['empty', '<k/>', 'feed_unknown'],
    ['of texts alone', '<k><a>one</a><a>two</a></k>', 'feed_unknown'],
    [
      'of another format',
      '<cXML><Item><SupplierPartID>1</SupplierPartID><Name>x</Name></Item></cXML>',
      'feed_unknown',
    ],
    [
      'a sitemap',
      '<urlset><url><loc>https://a.example/</loc><name>x</name></url></urlset>',
      'feed_unknown',
    ],
  ])('that is %s is refused', async (_what, xml, problem) => {
    expect(await readXml(xml)).toMatchObject({ products: [], problems: [problem] })
  })

  it('with very many names and values proposes little, and shows short samples', async () => {
    const wide = Array.from(
      { length: 5_000 },
      (_, at) => `<f${at}>${'x'.repeat(50)}</f${at}>`,
    ).join('')
    const { shapes } = await readXml(
      `<k><p><nr>1</nr><name>${'Ware '.repeat(1_000)}</name>${wide}</p>${item}</k>`,
    )
    expect(shapes[0]?.paths.length).toBeLessThanOrEqual(200)
    const longest =
      shapes[0]?.paths.flatMap(({ samples }) => samples.map(({ length }) => length)) ?? []
    expect(Math.max(...longest)).toBeLessThanOrEqual(80)
    expect(JSON.stringify(shapes).length).toBeLessThan(300_000)
  })

  it('with names of JavaScript is only XML', async () => {
    const xml = `<k><p><__proto__>1</__proto__><constructor>x</constructor><nr>1</nr><name>Ware</name><preis>1,10 EUR</preis></p>${item}</k>`
    const { shapes } = await readXml(xml)
    const { products } = await readXml(xml, confirmedOf(shapes[0], { description: '__proto__' }))
    expect(products[0]).toMatchObject({ sku: '1', description: '1', price: { amount: '1.1' } })
  })

  it('whose products end in the middle keeps those before', async () => {
    const whole = `<k>${itemOf(1)}${itemOf(2)}</k>`
    const { shapes } = await readXml(whole)
    const filler = Array.from({ length: 20_000 }, (_, at) => itemOf(at)).join('')
    const { products, problems } = await readXml(`<k>${filler}<p><nr>`, confirmedOf(shapes[0]))
    expect(products.length).toBe(20_000)
    expect(problems.at(-1)).toBe('file_malformed')
  })
})
