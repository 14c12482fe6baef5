import { beforeEach, describe, expect, it } from 'vitest'
import { useSupplierSite } from '#testing/hosts/supplier-site'
import { aPersonOf, operator, useCrawlStage } from '../crawl.fixture.ts'
import type { Run } from '../runs/run.ts'
import type { Source } from '../sources/source.ts'

const stage = await useCrawlStage()
const { crawls, crawl, aSource, pagesOf, offersOf, notices, resolved } = stage
const site = await useSupplierSite()

let path = 0

/** Each test has a file of its own. */
beforeEach(() => {
  site.reset()
  notices.length = 0
  resolved.length = 0
  path += 1
})

const product = (nr: number, price = '1,50', more = '') =>
  `<position><nr>N-${nr}</nr><text>Ware ${nr}</text><vk waehrung="EUR">${price}</vk><me>Stk</me>${more}</position>`
const file = (...products: readonly string[]) => `<katalog>${products.join('')}</katalog>`
/** Serves a file as servers do: unchanged files cost nothing. */
const put = (xml: string) =>
  site.pages.set(`/t${path}.xml`, (request, response) => {
    const etag = `"${xml.length}-${xml.slice(-200).replace(/[^\w]/g, '')}"`
    const isKnown = request.headers['if-none-match'] === etag
    response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'application/xml' })
    response.end(isKnown ? undefined : xml)
  })
const aFeed = () => aSource(`${site.url}/t${path}.xml`, 'feed')
const pageOf = async (run: Run) => (await pagesOf(run))[`/t${path}.xml`]
const listed = async (source: Source) =>
  (await offersOf(source)).filter(({ state }) => state === 'LISTED')

/** Confirms what is proposed. */
async function confirmed(source: Source, changes: object = {}) {
  const { version, shapes } = await crawls.getMapping(operator, source.id)
  const { item = '', fields = {} } = shapes[0] ?? {}
  const mapping = { expectedVersion: version, item, fields: { ...fields, ...changes } }
  return crawls.confirmMapping(operator, source.id, mapping)
}

describe("a supplier's own XML", () => {
  it('has no offers until an operator has confirmed its mapping', async () => {
    put(file(product(1), product(2, '2,50')))
    const source = await aFeed()
    const first = await crawl(source)
    expect(first).toMatchObject({ state: 'FAILED', failure: 'mapping_missing', offers: 0 })
    expect(await pageOf(first)).toBe('FAILED mapping_missing')
    expect(notices).toEqual([{ key: 'crawl.mapping-waiting', dedupeKey: source.id }])
    const waiting = await crawls.getMapping(operator, source.id)
    expect(waiting).toMatchObject({
      version: 1,
      waiting: { because: 'mapping_missing' },
      confirmed: undefined,
      shapes: [
        {
          item: 'katalog/position',
          fields: { number: 'nr', name: 'text', price: 'vk', currency: 'vk/@waehrung', unit: 'me' },
        },
      ],
      preview: [
        { sku: 'N-1', name: 'Ware 1', price: { amount: '1.5', currency: 'EUR' }, unit: 'C62' },
        { sku: 'N-2' },
      ],
    })
    // Another run of the same file leaves the form of the operator valid.
    await crawl(source)
    expect((await crawls.getMapping(operator, source.id)).version).toBe(1)

    await confirmed(source, { tax: '=net' })
    expect(resolved).toEqual([{ key: 'crawl.mapping-waiting', dedupeKey: source.id }])
    const second = await crawl(source)
    expect(second).toMatchObject({ state: 'SUCCEEDED', offers: 2, fields: { price: { read: 2 } } })
    expect((await offersOf(source)).map(({ product }) => product)).toMatchObject([
      { sku: 'N-2', price: { amount: '2.5', currency: 'EUR', taxIncluded: false }, unit: 'C62' },
      { sku: 'N-1', sources: { price: { kind: 'own-xml' } } },
    ])
    expect(await pageOf(await crawl(source))).toBe('UNCHANGED')
  })

  it('is read again after its mapping changed, although the file did not', async () => {
    put(file(product(1, '1,50', '<ean>4006381333931</ean>'), product(2)))
    const source = await aFeed()
    await crawl(source)
    await confirmed(source)
    await crawl(source)
    await confirmed(source, { number: 'text' })
    const run = await crawl(source)
    expect(await pageOf(run)).toBe('FETCHED')
    expect((await listed(source)).map(({ product }) => product.sku)).toContain('Ware 1')
  })

  it('waits again when it no longer fits, keeps its offers, and recovers with the old file', async () => {
    const good = file(product(1), product(2))
    put(good)
    const source = await aFeed()
    await crawl(source)
    await confirmed(source)
    await crawl(source)
    notices.length = 0
    put(file(product(1, '150,00', '<preiseinheit>100</preiseinheit>')))
    const broken = await crawl(source)
    expect(broken).toMatchObject({ state: 'FAILED', failure: 'mapping_unfit' })
    expect(notices).toEqual([{ key: 'crawl.mapping-waiting', dedupeKey: source.id }])
    expect(await crawls.getMapping(operator, source.id)).toMatchObject({
      waiting: { because: 'mapping_unfit' },
      confirmed: { mapping: { item: 'katalog/position' } },
      shapes: [{ fields: { priceQuantity: 'preiseinheit' } }],
    })
    expect(await listed(source)).toHaveLength(2)
    resolved.length = 0
    put(`${good} `)
    expect(await crawl(source)).toMatchObject({ state: 'SUCCEEDED', offers: 2 })
    expect((await crawls.getMapping(operator, source.id)).waiting).toBeUndefined()
    expect(resolved).toEqual([{ key: 'crawl.mapping-waiting', dedupeKey: source.id }])
  })

  it('loses its offers at once when the mapping is withdrawn, and gets them back with a new one', async () => {
    put(file(product(1), product(2)))
    const source = await aFeed()
    await crawl(source)
    await confirmed(source)
    await crawl(source)
    const { version } = await crawls.withdrawMapping(operator, source.id)
    expect(version).toBe(3)
    expect(await listed(source)).toEqual([])
    expect(await crawl(source)).toMatchObject({ failure: 'mapping_missing' })
    await expect(crawls.withdrawMapping(operator, source.id)).rejects.toMatchObject({
      code: 'crawl.mapping_not_confirmed',
    })
    await confirmed(source)
    await crawl(source)
    expect(await listed(source)).toHaveLength(2)
  })

  it('shows how another mapping would read it, and stores nothing', async () => {
    put(file(product(1), product(2)))
    const source = await aFeed()
    await crawl(source)
    const mapping = {
      item: 'katalog/position',
      fields: { name: 'nr', number: 'nr', price: 'vk', currency: '=CHF' },
    }
    expect(await crawls.previewMapping(operator, source.id, mapping)).toMatchObject([
      { name: 'N-1', price: { amount: '1.5', currency: 'CHF' } },
      { name: 'N-2' },
    ])
    expect((await crawls.getMapping(operator, source.id)).version).toBe(1)
  })

  it.each([
    ['with another version', { expectedVersion: 7 }, 'crawl.mapping_version_conflict'],
    ['of another element', { item: 'katalog/artikel' }, 'crawl.mapping_item_unknown'],
    [
      'with a path that the file does not have',
      { fields: { name: 'text', number: 'nr', price: 'preis' } },
      'crawl.mapping_path_unknown',
    ],
    [
      'with a currency that does not exist',
      { fields: { name: 'text', number: 'nr', currency: '=XXQ' } },
      'crawl.mapping_path_unknown',
    ],
    [
      'with a fixed price',
      { fields: { name: 'text', number: 'nr', price: '=1' } },
      'crawl.mapping_path_unknown',
    ],
    ['without a number', { fields: { name: 'text' } }, 'crawl.mapping_incomplete'],
    ['without a name', { fields: { number: 'nr' } }, 'crawl.mapping_incomplete'],
  ])('refuses a mapping %s', async (_what, change, code) => {
    put(file(product(1), product(2)))
    const source = await aFeed()
    await crawl(source)
    const mapping = {
      expectedVersion: 1,
      item: 'katalog/position',
      fields: { name: 'text', number: 'nr' },
    }
    await expect(
      crawls.confirmMapping(operator, source.id, { ...mapping, ...change }),
    ).rejects.toMatchObject({ code })
  })

  it('is confirmed once for each version, however many operators try at once', async () => {
    put(file(product(1), product(2)))
    const source = await aFeed()
    await crawl(source)
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => confirmed(source)))
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await crawls.getMapping(operator, source.id)).version).toBe(
      1 + tries.filter(({ status }) => status === 'fulfilled').length,
    )
  })

  it('ends its notice with its source', async () => {
    put(file(product(1), product(2)))
    const source = await aFeed()
    await crawl(source)
    await crawls.deleteSource(operator, source.id)
    expect(resolved).toEqual([{ key: 'crawl.mapping-waiting', dedupeKey: source.id }])
  })

  it('has no mapping as long as nobody has read it, nor for a stranger', async () => {
    const source = await aFeed()
    await expect(crawls.getMapping(operator, source.id)).rejects.toMatchObject({
      code: 'crawl.mapping_not_found',
    })
    const stranger = aPersonOf('co_0000000000000000000000000b', 'company_admin')
    await expect(crawls.getMapping(stranger, source.id)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
  })
})
