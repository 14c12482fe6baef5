import { execFile } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { useCrawlStage } from './crawl.fixture.ts'

let addressOf = () => '127.0.0.1'
const outbound = closeAtEnd(
  createOutbound({
    allowPrivate: true,
    userAgent: 'purveyor/1',
    resolve: async () => [{ address: addressOf(), family: 4 }],
  }),
)
const limits = { fetchTimeoutMs: 300, feedBytesMax: 1_000_000 }
const stage = await useCrawlStage(limits, { outbound })
const { crawl, aSource, pagesOf, offersOf } = stage
const site = await useSupplierSite()

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
const html = (body: string): Handler => {
  return (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body)
}

beforeEach(() => {
  site.reset()
  addressOf = () => '127.0.0.1'
})

it('a name that leads into a private network in the middle of a run is asked no more', async () => {
  const inside: string[] = []
  const { port } = new URL(site.url)
  const names = Array.from({ length: 12 }, (_one, at) => `/dns/${at}`)
  // A connection that is kept would not look the name up again.
  const closing = (body: string): Handler => {
    return (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(body)
  }
  site.pages.set('/dns', closing(aPage(names)))
  for (const name of names) site.pages.set(name, closing(aPage([], [{ sku: name }])))
  addressOf = () => {
    const address = site.requests.length < 6 ? '127.0.0.1' : '169.254.169.254'
    if (address !== '127.0.0.1') inside.push(address)
    return address
  }
  const run = await crawl(await aSource(`http://shop.example:${port}/dns`))
  const states = Object.values(await pagesOf(run))
  expect(new Set(states)).toEqual(new Set(['FETCHED', 'REFUSED unsafe_address']))
  expect(states.filter((state) => state === 'REFUSED unsafe_address')).toHaveLength(inside.length)
  expect(site.requests).toHaveLength(6)
})

it('a redirect to a private address is not followed', async () => {
  const to = (location: string): Handler => {
    return (_request, response) => response.writeHead(302, { location }).end()
  }
  site.pages.set('/private', aPage(['/private/a', '/private/b', '/private/c']))
  site.pages.set('/private/a', to('http://169.254.169.254/latest/meta-data/'))
  site.pages.set('/private/b', to('http://10.0.0.1/'))
  site.pages.set('/private/c', to('file:///etc/passwd'))
  const run = await crawl(await aSource(`${site.url}/private`))
  expect(await pagesOf(run)).toMatchObject({
    '/private/a': 'REFUSED redirect_leaves_site',
    '/private/b': 'REFUSED redirect_leaves_site',
    '/private/c': 'REFUSED redirect_leaves_site',
  })
})

it('a parser that is killed in the middle of a run costs at most the page that it had', async () => {
  const killed: number[] = []
  const names = Array.from({ length: 30 }, (_one, at) => `/parse/${at}`)
  site.pages.set('/parse', aPage(names))
  for (const [at, name] of names.entries()) {
    site.pages.set(name, async (request, response) => {
      // Before the answer: the run could end before the list of processes is read.
      if (at % 10 === 5) killed.push(...(await killParsers()))
      html(aPage([], [{ sku: name }]))(request, response)
    })
  }
  const made = await aSource(`${site.url}/parse`)
  const run = await crawl(made)
  expect(killed.length).toBeGreaterThan(0)
  const lost = Object.values(await pagesOf(run)).filter((state) => state !== 'FETCHED')
  // A process that the system kills has mostly taken too much memory.
  for (const state of lost) expect(state).toMatch(/^FAILED parser_(?:broken|memory)$/)
  expect(lost.length).toBeLessThanOrEqual(killed.length)
  expect(await offersOf(made)).toHaveLength(names.length - lost.length)
  expect(run.state).toBe(lost.length > 0 ? 'PARTIAL' : 'SUCCEEDED')
})

it('links with a new session id on each page end, and the products beside them are found', async () => {
  site.below('/session', (request, response) => {
    const links = Array.from({ length: 8 }, () => `/session/list?zz=${Math.random()}`)
    html(aPage([...links, '/shop/1', '/shop/2']))(request, response)
  })
  for (const at of [1, 2]) site.pages.set(`/shop/${at}`, aPage([], [{ sku: `SES${at}` }]))
  const run = await crawl(await aSource(`${site.url}/session/`))
  expect(run).toMatchObject({ state: 'SUCCEEDED', offers: 2 })
  expect(site.requests.length).toBeLessThan(60)
})

it('a body that arrives drop by drop is given up after the time limit', async () => {
  site.pages.set('/drops', aPage(['/drops/slow', '/drops/ok']))
  site.pages.set('/drops/ok', aPage([], [{ sku: 'OK' }]))
  site.pages.set('/drops/slow', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
  })
  const run = await crawl(await aSource(`${site.url}/drops`))
  expect(run).toMatchObject({ state: 'PARTIAL', offers: 1 })
  expect(await pagesOf(run)).toMatchObject({ '/drops/slow': 'FAILED timeout' })
})

it('a feed that is too large or never ends, packed or not, is given up, and its offers stay', async () => {
  const row = (at: number) => `T${at};Product ${at};1.50 EUR;https://shop.example/${at}\n`
  const head = 'id;title;price;link\n'
  let served: Handler = (_request, response) => response.end(head + row(1) + row(2))
  site.below('/hostile', (request, response) => {
    response.setHeader('content-type', 'text/csv')
    return served(request, response)
  })
  const made = await aSource(`${site.url}/hostile.csv`, 'feed')
  expect(await crawl(made)).toMatchObject({ state: 'SUCCEEDED', offers: 2 })

  const endless: Handler = (_request, response) => {
    response.write(head)
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  }
  const packed: Handler = (_request, response) => {
    response.setHeader('content-type', 'application/gzip')
    return response.end(gzipSync(Buffer.alloc(20_000_000, ' ')))
  }
  served = endless
  expect(await crawl(made)).toMatchObject({ state: 'FAILED', failure: 'too_large' })
  served = packed
  const file = await aSource(`${site.url}/hostile.csv.gz`, 'feed')
  expect(await crawl(file)).toMatchObject({ state: 'FAILED', failure: 'too_large' })
  const listed = (await offersOf(made)).filter(({ state }) => state === 'LISTED')
  expect(listed.map(({ product }) => product.sku).sort()).toEqual(['T1', 'T2'])
})

it('a product whose page says “not found” with status 200 vanishes like one that is gone', async () => {
  const names = Array.from({ length: 5 }, (_one, at) => `/soft/${at}`)
  site.pages.set('/soft', aPage(names))
  for (const name of names) site.pages.set(name, aPage([], [{ sku: name }]))
  const made = await aSource(`${site.url}/soft`)
  await crawl(made)
  site.pages.set('/soft/0', '<html><title>404 Not found</title><h1>Page not found</h1></html>')
  await crawl(made)
  await crawl(made)
  const offers = await offersOf(made)
  const gone = offers.filter(({ state }) => state === 'VANISHED')
  expect(gone.map(({ product }) => product.sku)).toEqual(['/soft/0'])
})

it('pages in different encodings of one site are read by their own', async () => {
  const product = (name: string) =>
    `<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">${name}</b></div>`
  const encoded = (type: string, body: Buffer): Handler => {
    return (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)
  }
  site.pages.set('/mixed', aPage(['/mixed/a', '/mixed/b', '/mixed/c']))
  const latin = Buffer.from(product('Kühlgerät'), 'latin1')
  site.pages.set('/mixed/a', encoded('text/html; charset=iso-8859-1', latin))
  const meta = Buffer.from(`<meta charset="windows-1252">${product('Größe')}`, 'latin1')
  site.pages.set('/mixed/b', encoded('text/html', meta))
  const wide = Buffer.from(`\ufeff${product('Ärmel')}`, 'utf16le')
  site.pages.set('/mixed/c', encoded('text/html', wide))
  const made = await aSource(`${site.url}/mixed`)
  await crawl(made)
  const names = (await offersOf(made)).map(({ product: { name } }) => name)
  expect(names.sort()).toEqual(['Größe', 'Kühlgerät', 'Ärmel'])
})

/** Kills the parsers of this process, as the system does with a process that takes too much memory. */
async function killParsers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    if (parent !== process.pid || !line.includes('parse-child.ts')) return []
    process.kill(pid as number, 'SIGKILL')
    return [pid as number]
  })
}
