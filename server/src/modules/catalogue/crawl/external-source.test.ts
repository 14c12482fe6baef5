import { describe, expect, it } from 'vitest'
import { createChanges, createProductReader, createTerms } from '#modules/products'
import type { FoundOutside } from '#modules/search'
import { addresses, aProduct } from '#testing/catalog'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { aPersonOf, operator, useCrawlStage } from './crawl.fixture.ts'
import { externalSource } from './offers/external-source.ts'
import { offersOfProduct } from './offers/offers-of-product.ts'
import { findRun } from './runs/run-store.ts'
import type { Source } from './sources/source.ts'

const stage = await useCrawlStage()
const { crawls, deps, database, aSource, crawl, ended } = stage
const changes = createChanges(database.pool)
const source = externalSource({
  ...deps,
  terms: createTerms(),
  productReader: createProductReader(database.pool, changes, addresses.urlOf),
  productChanges: changes,
  currencyOf: async () => 'EUR',
  limitSeconds: 60,
})
const admin = aPersonOf('co_0000000000000000000000000a', 'company_admin')
const buyer = aPersonOf('co_0000000000000000000000000a', 'buyer')
const stranger = aPersonOf('co_0000000000000000000000000b', 'buyer')

/** A search of a company that begins now. */
const find = (actor: typeof buyer, request: object) =>
  source.find(
    { actor, request: { limit: 100, ...request }, createdAt: deps.now() },
    new AbortController().signal,
  )

async function namesFound(actor: typeof buyer, request: object): Promise<string[]> {
  const batches: FoundOutside[] = []
  for await (const batch of find(actor, request)) batches.push(batch)
  return batches.flatMap(({ offers }) => offers.map(({ name }) => name)).sort()
}

const ownSource = (url: string): Promise<Source> =>
  crawls.createSource(admin, { name: 'Ours', kind: 'site', url })

describe('a search for external offers', () => {
  it('gets what a run finds while the run goes on, and ends with the run', async () => {
    const site = await useSupplierSite()
    let release = () => undefined as undefined
    const held = new Promise<void>((go) => {
      release = () => void go()
    })
    site.pages.set('/', aPage(['/first', '/held']))
    site.pages.set(
      '/first',
      aPage([], [{ sku: 'F1', name: 'Zinc cable tray', gtin: '4006381333931' }]),
    )
    site.pages.set('/held', async (_request, response) => {
      await held
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(aPage([], [{ sku: 'H1', name: 'Zinc cable trays, wide' }]))
    })
    const known = await aProduct(database, { gtins: ['4006381333931'] })
    const run = await crawls.start(buyer, { sourceId: (await aSource(site.url)).id }, undefined)

    const batches = find(buyer, { q: 'zinc cable tray' })[Symbol.asyncIterator]()
    const first = (await batches.next()).value as FoundOutside
    expect(first.offers).toMatchObject([
      {
        external: true,
        name: 'Zinc cable tray',
        source: { name: 'A shop' },
        matches: [{ productId: known.id, by: 'gtin' }],
        sources: { name: { kind: 'json-ld' } },
      },
    ])
    expect(first.offers[0]?.ageSeconds).toBeTypeOf('number')
    expect(first.products.map(({ id }) => id)).toEqual([known.id])
    expect(await findRun(database.pool, [run.companyId], run.id)).toMatchObject({
      state: 'RUNNING',
    })

    release()
    const second = (await batches.next()).value as FoundOutside
    expect(second.offers.map(({ name }) => name)).toEqual(['Zinc cable trays, wide'])
    expect(await batches.next()).toMatchObject({ done: true })
    await ended(run)
  })

  it('finds words with other endings, numbers and brands, and keeps the bounds of prices', async () => {
    const site = await useSupplierSite()
    site.pages.set('/', aPage(['/1', '/2', '/3']))
    const offer = (sku: string, rest: object) => aPage([], [{ sku, ...rest }])
    site.pages.set(
      '/1',
      offer('Q-1', {
        name: 'Kupferschelle 22 mm',
        brand: 'Rohrwerk',
        price: '4',
        taxIncluded: false,
      }),
    )
    site.pages.set(
      '/2',
      offer('Q-2', {
        name: 'Kupferschellen im Beutel',
        brand: 'Andere',
        price: '40',
        taxIncluded: false,
      }),
    )
    site.pages.set('/3', offer('Q-3', { name: 'Brass clip', gtin: '4006381333948', price: '400' }))
    await crawl(await aSource(site.url))

    expect(await namesFound(buyer, { q: 'Kupferschellen' })).toEqual([
      'Kupferschelle 22 mm',
      'Kupferschellen im Beutel',
    ])
    expect(await namesFound(buyer, { q: 'kupferschelle', brand: ['rohrWERK'] })).toEqual([
      'Kupferschelle 22 mm',
    ])
    expect(await namesFound(buyer, { q: 'kupferschelle', minPrice: '5' })).toEqual([
      'Kupferschellen im Beutel',
    ])
    expect(await namesFound(buyer, { q: 'kupferschelle', maxPrice: 5, currency: 'usd' })).toEqual(
      [],
    )
    expect(await namesFound(buyer, { q: '4006381333948' })).toEqual(['Brass clip'])
    expect(await namesFound(buyer, { q: 'Q-3' })).toEqual(['Brass clip'])
    for (const q of ['', 'kupfer zinn', '\u0000', "'& | !("]) {
      expect(await namesFound(buyer, { q })).toEqual([])
    }
    // Nobody can say of which category they are, or how soon they are dispatched.
    for (const filter of [
      { category: 'cat_bolts' },
      { maxLeadTimeDays: 30 },
      { availability: ['in_stock'] },
    ]) {
      expect(await namesFound(buyer, { q: 'kupferschelle', ...filter })).toEqual([])
    }
  })

  it('compares no price of which nobody knows whether it has tax, and none that has', async () => {
    const site = await useSupplierSite()
    site.pages.set('/', aPage(['/1', '/2', '/3']))
    const offer = (sku: string, rest: object) =>
      aPage([], [{ sku, name: `Wandwinkel ${sku}`, price: '4', ...rest }])
    site.pages.set('/1', offer('net', { taxIncluded: false }))
    site.pages.set('/2', offer('gross', { taxIncluded: true }))
    site.pages.set('/3', offer('unknown', {}))
    await crawl(await aSource(site.url))

    const seen: (readonly [string, unknown])[] = []
    for await (const { offers } of find(buyer, { q: 'Wandwinkel' })) {
      for (const { name, price } of offers) seen.push([name, price?.taxIncluded])
    }
    expect(seen.sort()).toEqual([
      ['Wandwinkel gross', true],
      ['Wandwinkel net', false],
      ['Wandwinkel unknown', null],
    ])
    expect(await namesFound(buyer, { q: 'Wandwinkel', maxPrice: '5' })).toEqual(['Wandwinkel net'])
    expect(await namesFound(buyer, { q: 'Wandwinkel', minPrice: '1' })).toEqual(['Wandwinkel net'])
  })

  it('shows the offers of a company to that company alone, and none of a deleted source', async () => {
    const site = await useSupplierSite()
    site.pages.set(
      '/',
      aPage([], [{ sku: 'P1', name: 'Private pallet jack', brand: 'Lift', mpn: 'LJ-900' }]),
    )
    const own = await ownSource(site.url)
    await ended(await crawls.start(admin, { sourceId: own.id }, undefined))
    const known = await aProduct(database, { brand: 'Lift GmbH', mpn: 'LJ 900', gtins: [] })
    const article = { id: known.id, brand: 'Lift GmbH', mpn: 'LJ 900', gtins: [] }

    expect(await namesFound(buyer, { q: 'pallet jack' })).toEqual(['Private pallet jack'])
    expect(await offersOfProduct(deps, buyer, article)).toMatchObject([
      { name: 'Private pallet jack', matches: [{ productId: known.id, by: 'part' }] },
    ])
    expect(await namesFound(stranger, { q: 'pallet jack' })).toEqual([])
    expect(await offersOfProduct(deps, stranger, article)).toEqual([])

    await crawls.deleteSource(admin, own.id)
    expect(await namesFound(buyer, { q: 'pallet jack' })).toEqual([])
    expect(await offersOfProduct(deps, buyer, article)).toEqual([])
  })

  it('does not wait for a run that waits for a person, nor for one that began later elsewhere', async () => {
    const site = await useSupplierSite()
    site.pages.set('/', () => undefined)
    const other = await aSource(site.url)
    await database.transaction((tx) =>
      crawls.propose(tx, other, {
        requestedBy: buyer.id,
        requestingCompanyId: buyer.companyId,
        query: undefined,
        now: deps.now(),
      }),
    )
    expect(await namesFound(buyer, { q: 'anything' })).toEqual([])

    const search = find(buyer, { q: 'anything' })
    await new Promise((go) => setTimeout(go, 5))
    const run = await crawls.start(
      stranger,
      { sourceId: (await aSource(`${site.url}/b`)).id },
      undefined,
    )
    for await (const batch of search) expect(batch.offers).toEqual([])
    // The run may be over by now.
    await crawls.cancel(operator, run.id).catch(() => undefined)
  })
})
