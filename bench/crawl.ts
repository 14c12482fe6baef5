import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import { installApart } from '../server/scripts/install-apart.ts'
import { readFeed, readPage } from '../server/src/modules/catalogue/crawl/extract/index.ts'
import { requireApart } from '../server/src/platform/apart/index.ts'
import type { HtmlPage } from '../server/test/factories/html.ts'
import { watchMemory } from './lib/measuring/watch-memory.ts'
import { shopPage } from './lib/shop-page.ts'

export type CrawlReadings = {
  readonly pages: {
    readonly kilobytes: number
    /** Fetched from a server on this machine and read, one after the other. */
    readonly perSecond: number
    /** The floor: fetched, and read with cheerio, which is what a script would do. */
    readonly floorPerSecond: number
    readonly ratio: number
  }
  readonly feed: {
    readonly items: number
    readonly perSecond: number
    readonly problems: number
    readonly memoryMbAboveIdle: number
  }
}

const pagesMax = 200

/** Reads pages and a feed of `items` products, without writing them. */
export async function crawl(seconds: number, items: number): Promise<CrawlReadings> {
  const pages = Array.from({ length: pagesMax }, (_, number) => Buffer.from(shopPage(number)))
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pages[Number(url.slice(1)) % pagesMax])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const urlOf = (count: number) => `${origin}/${count}`
  try {
    // The feed comes first: what pages leave behind would count as idle.
    const feed = await readItems(items)
    const withCheerio = await cheerioReader()
    // Both warm up.
    await pagesPerSecond(1, urlOf, withCheerio)
    await pagesPerSecond(1, urlOf, withReader)
    const floorPerSecond = await pagesPerSecond(seconds, urlOf, withCheerio)
    const readPerSecond = await pagesPerSecond(seconds, urlOf, withReader)
    return {
      pages: {
        kilobytes: Math.round((pages[0]?.length ?? 0) / 1_000),
        perSecond: Math.round(readPerSecond),
        floorPerSecond: Math.round(floorPerSecond),
        ratio: Math.round((readPerSecond / floorPerSecond) * 100) / 100,
      },
      feed,
    }
  } finally {
    server.close()
  }
}

type Reader = (url: string, body: Buffer) => { readonly name: string; readonly links: number }

/** Fetches pages one after the other and reads each. */
export async function pagesPerSecond(
  seconds: number,
  urlOf: (count: number) => string,
  read: Reader,
): Promise<number> {
  const began = performance.now()
  const ends = began + seconds * 1_000
  let count = 0
  for (; performance.now() < ends; count += 1) {
    const url = urlOf(count)
    const response = await fetch(url)
    const { name, links } = read(url, Buffer.from(await response.arrayBuffer()))
    if (!name.startsWith('Patch cable') || links < 300) throw new Error(`${url} was read wrongly.`)
  }
  return (count / (performance.now() - began)) * 1_000
}

function withReader(url: string, body: Buffer) {
  const { products, links } = readPage({ url, contentType: 'text/html; charset=utf-8', body })
  return { name: products[0]?.name ?? '', links: links.length }
}

/** The floor: what a script would do. */
export async function cheerioReader(): Promise<Reader> {
  await installApart('tests')
  const { load } = requireApart<{ load(html: string): HtmlPage }>('tests', 'cheerio')
  return (url, body) => {
    const $ = load(body.toString('utf8'))
    const graph = JSON.parse($('script[type="application/ld+json"]').text())['@graph']
    const links = new Set<string>()
    $('a[href]').each((_, link) => {
      links.add(new URL($(link).attr('href') ?? '', url).href)
    })
    const shown = $('[itemtype$="Product"] [itemprop="name"]').text()
    return { name: (graph[0].name ?? shown) as string, links: links.size }
  }
}

async function readItems(items: number): Promise<CrawlReadings['feed']> {
  const memory = watchMemory()
  try {
    memory.begin()
    const began = performance.now()
    let found = 0
    let problems = 0
    const feed = { url: 'https://shop.example/feed.xml', contentType: 'application/xml' }
    for await (const one of readFeed({ ...feed, body: feedOf(items), now: new Date() })) {
      if ('gtins' in one) found += 1
      else problems += 1
    }
    if (found !== items) throw new Error(`${found} of ${items} items were found.`)
    const perSecond = Math.round((items / (performance.now() - began)) * 1_000)
    return { items, perSecond, problems, memoryMbAboveIdle: memory.above() }
  } finally {
    memory.end()
  }
}

const itemsInPiece = 200

export async function* feedOf(items: number): AsyncGenerator<Buffer> {
  yield Buffer.from('<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel>')
  for (let from = 0; from < items; from += itemsInPiece) {
    // Pieces of a network come one after the other. Without a pause nobody would measure the memory.
    await breathe()
    const count = Math.min(itemsInPiece, items - from)
    yield Buffer.from(Array.from({ length: count }, (_, at) => itemOf(from + at)).join(''))
  }
  yield Buffer.from('</channel></rss>')
}

function itemOf(number: number): string {
  return `<item><g:id>S-${number}</g:id><title>Patch cable ${number} &amp; clip</title>
<description>A patch cable of category 6 with two plugs and a clip that does not break.</description>
<link>https://shop.example/products/${number}?utm_source=feed</link><g:image_link>https://shop.example/pictures/${number}.jpg</g:image_link>
<g:price>${(number % 900) + 1}.50 EUR</g:price><g:availability>in_stock</g:availability><g:brand>ACME</g:brand><g:mpn>CAT6-${number}</g:mpn>
<g:product_type>Network &gt; Cables</g:product_type></item>`
}
