import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { useCrawlStage } from './crawl.fixture.ts'

const stage = await useCrawlStage()
const { crawl, aSource, pagesOf, offersOf, eventsOf } = stage
const site = await useSupplierSite()
const elsewhere = await useSupplierSite()

let path = 0
let base = ''

/** Each test has pages, and a source, of its own: a host has one robots.txt for a day. */
beforeEach(() => {
  site.reset()
  path += 1
  base = `/t${path}`
})

const put = (name: string, answer: Parameters<typeof site.pages.set>[1]) =>
  site.pages.set(base + name, answer)
const source = (name = '/', kind?: 'site' | 'sitemap' | 'feed') =>
  aSource(site.url + base + name, kind)
/** The pages of this test by their names. */
const pagesBy = async (run: Parameters<typeof pagesOf>[0]) =>
  Object.fromEntries(
    Object.entries(await pagesOf(run)).map(([name, state]) => [name.replace(base, ''), state]),
  )

describe('what a run has read of each field', () => {
  it('is counted for pages and feeds, once for each page that it reads', async () => {
    const price = { '@type': 'Offer', price: '5 kr' }
    const doubtful = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Rest', sku: 'B2', offers: price })}</script>`
    put('/', aPage(['p/1', 'p/2']))
    put('/p/1', aPage([], [{ sku: 'B1' }]))
    put('/p/2', aPage([], [], doubtful))
    const made = await source()
    const first = await crawl(made)
    expect(first.fields).toMatchObject({
      name: { read: 2, missing: 0, refused: 0 },
      price: { read: 1, missing: 0, refused: 1 },
      brand: { read: 0, missing: 2, refused: 0 },
    })
    // Unchanged pages are not read again.
    expect((await crawl(made)).fields).toEqual({})

    const rows = [
      'Artikelnummer;Bezeichnung;Preis netto;Währung;Menge;Einheit',
      'F-1;Kabel;2,30;EUR;7;m',
    ]
    const table = [...rows, 'F-2;Kabel;2,30;EUR;7;Elle', 'F-3;Kabel;;;;'].join('\n')
    put('/feed', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end(table)
    })
    const feed = await crawl(await source('/feed', 'feed'))
    expect(feed).toMatchObject({
      state: 'SUCCEEDED',
      fields: {
        sku: { read: 3 },
        price: { read: 1, missing: 1, refused: 1 },
        unit: { read: 1, missing: 1, refused: 1 },
      },
    })
  })
})

describe('a run of a site', () => {
  it('reads its pages, stores their products with where each field was read, and ends', async () => {
    put('/', aPage(['list', '/robots.txt', 'https://example.com/away', 'photo.jpg']))
    put('/list', aPage(['p/1', 'p/2', './', '#top', 'p/1?utm_source=x']))
    put(
      '/p/1',
      aPage(
        [],
        [{ sku: 'A1', price: '4.90', gtin: '4006381333931', brand: 'Kabelwerk', mpn: 'KW 1' }],
      ),
    )
    put('/p/2', aPage([], [{ sku: 'A2' }]))
    const made = await source()
    const run = await crawl(made)
    expect(run).toMatchObject({
      state: 'SUCCEEDED',
      offers: 2,
      offersChanged: 2,
      dispatches: 1,
      redispatches: 0,
    })
    expect(await pagesBy(run)).toMatchObject({
      '/': 'FETCHED',
      '/list': 'FETCHED',
      '/p/1': 'FETCHED',
      '/p/2': 'FETCHED',
    })
    const offers = await offersOf(made)
    const first = offers.find(({ product }) => product.sku === 'A1')
    expect(first).toMatchObject({
      state: 'LISTED',
      pageUrl: `${site.url}${base}/p/1`,
      product: {
        name: 'Product A1',
        brand: 'Kabelwerk',
        gtins: ['4006381333931'],
        price: { amount: '4.9', currency: 'EUR' },
        sources: { name: { kind: 'json-ld' }, price: { kind: 'json-ld' } },
      },
    })
    const events = await eventsOf(run)
    expect(events.map(({ event }) => event)).toEqual(events.map((_one, at) => at + 1))
    expect(events[0]?.kind).toBe('crawl.started')
    expect(events.at(-1)).toMatchObject({
      kind: 'crawl.ended',
      data: { state: 'SUCCEEDED', offers: 2 },
    })
    expect(events.filter(({ kind }) => kind === 'offers')).toHaveLength(2)
  })

  it('transfers almost nothing when nothing has changed, and its offers stay', async () => {
    const cached = (name: string, body: string) =>
      put(name, (request, response) => {
        const etag = `"${body.length}"`
        const isKnown = request.headers['if-none-match'] === etag
        response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'text/html' })
        response.end(isKnown ? undefined : body)
      })
    const filler = `<!-- ${'x'.repeat(20_000)} -->`
    cached('/', aPage(['a', 'b'], [], filler))
    cached('/a', aPage([], [{ sku: 'A' }], filler))
    cached('/b', aPage([], [{ sku: 'B' }], filler))
    const made = await source()
    await crawl(made)
    const before = site.bytesSent()
    const again = await crawl(made)
    expect(again).toMatchObject({ state: 'SUCCEEDED', offersChanged: 0, offers: 2 })
    expect(await pagesBy(again)).toEqual({ '/': 'UNCHANGED', '/a': 'UNCHANGED', '/b': 'UNCHANGED' })
    expect((site.bytesSent() - before) / before).toBeLessThan(0.05)
    expect((await offersOf(made)).map(({ state }) => state)).toEqual(['LISTED', 'LISTED'])
  })

  it('sees by its content that a page has not changed whose server says nothing about it', async () => {
    put('/', aPage(['a', 'b']))
    put('/a', aPage([], [{ sku: 'A' }]))
    put('/b', aPage([], [{ sku: 'B' }]))
    const made = await source()
    await crawl(made)
    put('/b', aPage([], [{ sku: 'B', price: '13.00' }]))
    const again = await crawl(made)
    expect(again).toMatchObject({ state: 'SUCCEEDED', offers: 2, offersChanged: 1 })
    expect(await pagesBy(again)).toEqual({ '/': 'UNCHANGED', '/a': 'UNCHANGED', '/b': 'FETCHED' })
  })

  it('follows a redirect of the site and none that leaves it', async () => {
    put('/', aPage(['old', 'away', 'loop']))
    const to =
      (location: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(302, { location }).end()
    put('/old', to('new'))
    put('/new', aPage([], [{ sku: 'N' }]))
    put('/away', to(`${elsewhere.url}/metadata`))
    put('/loop', to('loop'))
    const run = await crawl(await source())
    expect(await pagesBy(run)).toMatchObject({
      '/old': 'MOVED',
      '/new': 'FETCHED',
      '/away': 'REFUSED redirect_leaves_site',
      '/loop': 'MOVED',
    })
    expect(elsewhere.requests).toEqual([])
  })

  it('takes each page as it is: gone, forbidden, broken, of a wrong type, too long, or cut off', async () => {
    put('/', aPage(['gone', 'no', 'pdf', 'long', 'cut', 'garbage', 'bomb', 'ok']))
    put('/gone', 410)
    put('/no', 403)
    put('/pdf', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    )
    put('/long', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    put('/cut', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
      response.write('<html>')
      setTimeout(() => response.destroy(), 5)
    })
    put(
      '/garbage',
      '<script type="application/ld+json">{"@type":"Product",,}</script><a href="ok2">',
    )
    put('/bomb', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(5_000_000))),
    )
    put('/ok', aPage([], [{ sku: 'OK' }]))
    put('/ok2', aPage([], [{ sku: 'OK2' }]))
    const run = await crawl(await source())
    expect(run).toMatchObject({ state: 'PARTIAL', offers: 2 })
    expect(await pagesBy(run)).toMatchObject({
      '/gone': 'GONE status_410',
      '/no': 'REFUSED status_403',
      '/pdf': 'SKIPPED content_type',
      '/long': 'FAILED too_large',
      '/cut': expect.stringMatching(/^FAILED (?:network|protocol)$/),
      '/bomb': 'FAILED too_large',
      '/ok': 'FETCHED',
      '/ok2': 'FETCHED',
    })
  })

  it('tries a page again that fails for a moment, and gives it up in the end', async () => {
    let asked = 0
    put('/', aPage(['later', 'never']))
    put('/later', (_request, response) => {
      asked += 1
      if (asked < 3) response.writeHead(503).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(aPage([], [{ sku: 'L' }]))
    })
    put('/never', 500)
    const run = await crawl(await source())
    expect(run).toMatchObject({ state: 'PARTIAL', offers: 1 })
    expect(await pagesBy(run)).toMatchObject({ '/later': 'FETCHED', '/never': 'FAILED status_500' })
    expect(site.requests.filter(({ path: name }) => name === `${base}/never`)).toHaveLength(4)
  })

  it('leaves a calendar and an endless list, and finds the products beside them', async () => {
    const calendar = (_request: unknown, response: import('node:http').ServerResponse) => {
      const links = Array.from(
        { length: 10 },
        (_one, day) => `${base}/calendar/${Math.random()}/${day}`,
      )
      response.writeHead(200, { 'content-type': 'text/html' }).end(aPage(links))
    }
    put('/', aPage([`${base}/calendar/1/1`, 'shop/1', 'shop/2']))
    put('/shop/1', aPage([], [{ sku: 'C1' }]))
    put('/shop/2', aPage([], [{ sku: 'C2' }]))
    site.below(`${base}/calendar/`, calendar)
    const run = await crawl(await source())
    expect(run).toMatchObject({ state: 'SUCCEEDED', offers: 2 })
    const asked = site.requests.filter(({ path: name }) => name.includes('/calendar/'))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.length).toBeLessThan(40)
  })

  it('keeps what a page asks: noindex, nofollow, and a canonical address', async () => {
    const robots = (content: string) => `<meta name="robots" content="${content}">`
    put('/', aPage(['hidden', 'blind', 'copy']))
    put('/hidden', aPage(['behind'], [{ sku: 'H' }], robots('noindex')))
    put('/behind', aPage([], [{ sku: 'B' }]))
    put('/blind', aPage(['unseen'], [{ sku: 'S' }], robots('nofollow')))
    put('/copy', aPage([], [{ sku: 'T' }], `<link rel="canonical" href="${base}/true">`))
    put('/true', aPage([], [{ sku: 'T' }]))
    const made = await source()
    const run = await crawl(made)
    expect(Object.keys(await pagesBy(run)).sort()).toEqual([
      '/',
      '/behind',
      '/blind',
      '/copy',
      '/hidden',
      '/true',
    ])
    expect((await offersOf(made)).map(({ product }) => product.sku).sort()).toEqual(['B', 'S', 'T'])
  })

  it('fails when nothing can be read', async () => {
    put('/', 404)
    expect(await crawl(await source())).toMatchObject({ state: 'FAILED', failure: 'status_404' })
  })
})

describe('a run of a sitemap', () => {
  it('reads an index, its sitemaps, packed or not, and their pages', async () => {
    const xml =
      (body: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
    const urls = (...names: string[]) =>
      `<urlset>${names.map((name) => `<url><loc>${site.url}${base}${name}</loc></url>`).join('')}</urlset>`
    put(
      '/map.xml',
      xml(
        `<sitemapindex><sitemap><loc>${site.url}${base}/a.xml</loc></sitemap><sitemap><loc>${site.url}${base}/b.xml.gz</loc></sitemap></sitemapindex>`,
      ),
    )
    put('/a.xml', xml(urls('/p/1', '/p/2')))
    put('/b.xml.gz', gzipSync(urls('/p/3')))
    for (const one of ['1', '2', '3']) put(`/p/${one}`, aPage([], [{ sku: `M${one}` }]))
    const run = await crawl(await source('/map.xml', 'sitemap'))
    expect(run).toMatchObject({ state: 'SUCCEEDED', offers: 3 })
  })

  it('refuses a document type, and so every bomb in one', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
    put('/bomb.xml', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/xml' }).end(bomb),
    )
    const run = await crawl(await source('/bomb.xml', 'sitemap'))
    expect(await pagesBy(run)).toEqual({ '/bomb.xml': 'FETCHED sitemap_broken' })
  })
})

describe('a run of a feed', () => {
  const csv = (...skus: string[]) =>
    [
      'id;title;price;link',
      ...skus.map((sku) => `${sku};Product ${sku};1.50 EUR;https://shop.example/${sku}`),
    ].join('\n')
  const served =
    (body: string | Buffer, type = 'text/csv') =>
    (_request: unknown, response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': type }).end(body)

  it('stores its products, packed or not', async () => {
    put('/feed.csv', served(csv('F1', 'F2', 'F3')))
    put('/feed.csv.gz', served(gzipSync(csv('G1', 'G2')), 'application/gzip'))
    expect(await crawl(await source('/feed.csv', 'feed'))).toMatchObject({
      state: 'SUCCEEDED',
      offers: 3,
    })
    expect(await crawl(await source('/feed.csv.gz', 'feed'))).toMatchObject({
      state: 'SUCCEEDED',
      offers: 2,
    })
  })

  it('that is HTML fails and says so', async () => {
    put(
      '/feed.xml',
      served('<!DOCTYPE html><html><body>Please sign in</body></html>', 'application/xml'),
    )
    expect(await crawl(await source('/feed.xml', 'feed'))).toMatchObject({
      state: 'FAILED',
      failure: 'feed_is_html',
    })
  })

  it('of thousands of products comes in pieces, and each product is stored once', async () => {
    const skus = Array.from({ length: 3_000 }, (_one, at) => `K${at}`)
    put('/big.csv', served(csv(...skus)))
    const made = await source('/big.csv', 'feed')
    const run = await crawl(made)
    expect(run).toMatchObject({ state: 'SUCCEEDED', offers: 3_000, offersShown: 1_000 })
  })
})
