import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import {
  aDrip,
  type Drip,
  outsideProducts,
} from '../../src/modules/catalogue/search/streamed/drip.fixture.ts'
import {
  aSearchService,
  type SearchService,
} from '../../src/modules/catalogue/search/streamed/searches.fixture.ts'
import { type TcpProxy, tcpProxy } from '../harness/tcp-proxy.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot } from './page-tools.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('a search in a browser with its own EventSource', () => {
  let service: SearchService
  let site: Server
  let proxy: TcpProxy
  let browser: OpenBrowser
  let drip: Drip
  let page: Page

  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html)
    })
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    drip = aDrip()
    service = await aSearchService({ external: drip.source, allowedOrigins: [originOf(site)] })
    for (let at = 0; at < 12; at += 1) {
      await aProduct(service.database, { name: `Copper pipe ${at} mm`, mpn: `CP-100${at}` })
    }
    service.startWorker()
    proxy = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
    browser = await openBrowser(chromium as string)
    page = await (await browser.newPerson()).newPage()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await proxy.close()
    await service.close()
    await new Promise((closed) => site.close(closed))
  })

  const shown = () => page.evaluate<Shown[]>('received')

  it('shows events as they come, reconnects at its position, and stays away after the end', async () => {
    const search = await service.begin({ q: 'copper pipe', sources: ['catalog', 'external'] })
    const stream = `http://127.0.0.1:${proxy.port}${search.stream.url}`
    await page.goto(`${originOf(site)}/#stream=${encodeURIComponent(stream)}`)
    await expect.poll(async () => (await shown()).length).toBe(5)

    proxy.cut()
    for (const product of outsideProducts(3)) drip.give(product)
    await expect.poll(() => page.title()).toBe('connecting')
    proxy.mend()
    await expect.poll(async () => (await shown()).length).toBe(8)
    expect(await page.title()).toBe('open')
    drip.finish()
    await expect.poll(() => page.title()).toBe('closed')

    const received = await shown()
    expect(received.map(({ id }) => id)).toEqual(received.map((_, at) => `${search.id}/${at + 1}`))
    expect(received.at(-1)?.name).toBe('search.completed')
    expect(await page.locator('li').count()).toBe(15)
    await shoot(page, 'search-followed.png')
  }, 180_000)
})

/** As a shop's page would: one EventSource on the address that the search came with. */
const html = `<!doctype html>
<meta charset="utf-8">
<title>Searching</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; max-width: 46rem }
  ol { columns: 2 }
</style>
<h1>Copper pipe</h1>
<p id="state">Connecting …</p>
<ol id="products"></ol>
<script>
  const address = new URLSearchParams(location.hash.slice(1)).get('stream')
  const source = new EventSource(address)
  window.received = []
  window.opened = 0
  const show = () => {
    document.title = ['connecting', 'open', 'closed'][source.readyState]
    state.textContent = document.title + ': ' + received.length + ' events, connected ' + opened + ' times'
  }
  source.onopen = () => { opened += 1; show() }
  source.onerror = show
  for (const name of ['search.started', 'products', 'quote', 'source', 'facets', 'search.completed']) {
    source.addEventListener(name, (event) => {
      received.push({ id: event.lastEventId, name })
      const { products: found = [] } = JSON.parse(event.data)
      if (Array.isArray(found)) for (const { name } of found) {
        products.append(Object.assign(document.createElement('li'), { textContent: name }))
      }
      show()
    })
  }
</script>`

type Shown = { readonly id: string; readonly name: string }

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
