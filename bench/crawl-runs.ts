import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { cheerioReader, feedOf, pagesPerSecond } from './crawl.ts'
import { watchProcessMemory } from './lib/measuring/process-memory.ts'
import { openStream } from './lib/open-stream.ts'
import type { Served } from './lib/processes.ts'
import { shopPage } from './lib/shop-page.ts'
import { type CrawlService, startCrawlService } from './lib/stages/crawl-service.ts'

export type CrawlRunReadings = {
  readonly pages: {
    readonly read: number
    /** Fetched, parsed and stored with links, offer and events. */
    readonly perSecond: number
    /** The floor: fetched, and read with cheerio, in the same minute. */
    readonly floorPerSecond: number
    readonly ratio: number
  }
  readonly feed: {
    readonly items: number
    readonly perSecond: number
    /** Of the worker and its parsers. */
    readonly memoryMbAboveIdle: number
  }
  /** From a page that was sent until its offer stood in the stream. */
  readonly firstOfferMs: { readonly runs: number; readonly p50: number; readonly most: number }
  /** From the end of the worker until another one asked for a page. */
  readonly recoveryMs: {
    /** The worker was killed, and another one runs on this machine. */
    readonly killed: number
    /** The worker was stopped: another machine cannot know why it is silent. */
    readonly silent: number
  }
}

/** Runs of the whole service without pauses: an API process, workers, PostgreSQL and Redis. */
export async function crawlRuns(seconds: number, items: number): Promise<CrawlRunReadings> {
  const shop = await openShop(seconds * 40, items)
  const service = await startCrawlService()
  try {
    const worker = await service.startWorker()
    const feed = await readFeed(service, shop, worker.pid, items)
    const firstOfferMs = await firstOffers(service, shop, seconds * 4)
    const pages = await readPages(service, shop, seconds)
    const recoveryMs = await recoveries(service, shop, worker)
    return { pages, feed, firstOfferMs, recoveryMs }
  } finally {
    await service.stop()
    shop.close()
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** A shop with so many products in its sitemap, a feed, and pages that lead on and on. */
async function openShop(products: number, items: number) {
  const sent = new Map<string, number>()
  const onRequest = new Set<() => void>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    for (const call of onRequest) call()
    response.once('finish', () => sent.set(path, performance.now()))
    const [, kind = '', number = ''] = path.split('/')
    if (kind === 'robots.txt') return response.writeHead(404).end()
    if (kind === 'sitemap.xml') {
      response.setHeader('content-type', 'application/xml')
      const urls = Array.from({ length: products }, (_, at) => `<loc>${url()}/products/${at}</loc>`)
      return response.end(`<urlset>${urls.map((one) => `<url>${one}</url>`).join('')}</urlset>`)
    }
    if (kind === 'feed.xml') {
      response.setHeader('content-type', 'application/xml')
      return pipeline(feedOf(items), response).catch(() => undefined)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const next = kind === 'chain' ? `<a href="/chain/${Number(number) + 1}">On</a>` : ''
    if (kind === 'chain') await wait(50)
    response.end(shopPage(kind === 'products' ? Number(number) : 1_000_000) + next)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url(),
    sentAt: (path: string) => sent.get(path),
    /** Resolves at the next request. */
    asked: () =>
      new Promise<void>((resolve) => {
        const call = () => {
          onRequest.delete(call)
          resolve()
        }
        onRequest.add(call)
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readFeed(service: CrawlService, shop: Shop, pid: number, items: number) {
  const memory = watchProcessMemory(pid)
  const run = await service.ended(await service.crawl(`${shop.url}/feed.xml`, 'feed'))
  if (run.offers !== items) throw new Error(`${run.offers} of ${items} items: ${run.state}`)
  const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt)
  return {
    items,
    perSecond: Math.round((items / ms) * 1_000),
    memoryMbAboveIdle: memory.end(),
  }
}

/** Each run has one page with one offer. */
async function firstOffers(service: CrawlService, shop: Shop, runs: number) {
  const took: number[] = []
  for (let at = 0; at < runs; at += 1) {
    const path = `/feedless/${at}`
    const run = await service.crawl(shop.url + path, 'site')
    let isSeen = false
    const stream = openStream(service.baseUrl + run.stream.url, {
      onEvent: ({ kind }) => {
        if (kind !== 'offers' || isSeen) return
        isSeen = true
        took.push(performance.now() - (shop.sentAt(path) ?? 0))
        stream.leave()
      },
    })
    await stream.ended
    await service.cancel(run)
  }
  took.sort((one, other) => one - other)
  return {
    runs: took.length,
    p50: Math.round(took[Math.floor(took.length / 2)] ?? 0),
    most: Math.round(took.at(-1) ?? 0),
  }
}

async function readPages(service: CrawlService, shop: Shop, seconds: number) {
  const floorUrl = (count: number) => `${shop.url}/products/${count}`
  const withCheerio = await cheerioReader()
  await pagesPerSecond(1, floorUrl, withCheerio)
  const floorPerSecond = await pagesPerSecond(seconds, floorUrl, withCheerio)
  const run = await service.ended(await service.crawl(`${shop.url}/sitemap.xml`, 'sitemap'))
  if (run.state !== 'SUCCEEDED') throw new Error(`The run of the pages is ${run.state}.`)
  const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt)
  const perSecond = (run.requests / ms) * 1_000
  return {
    read: run.requests,
    perSecond: Math.round(perSecond),
    floorPerSecond: Math.round(floorPerSecond),
    ratio: Math.round((perSecond / floorPerSecond) * 100) / 100,
  }
}

/** A worker is stopped in the middle of a run, and later the other one is killed. How long until the run goes on? */
async function recoveries(service: CrawlService, shop: Shop, first: Served) {
  await service.crawl(`${shop.url}/chain/0`, 'site')
  const untilAsked = async (): Promise<number> => {
    const began = performance.now()
    // Requests that are under way do not count.
    await wait(500)
    await shop.asked()
    return Math.round(performance.now() - began)
  }
  await shop.asked()
  const second = await service.startWorker()
  process.kill(first.pid, 'SIGSTOP')
  const silent = await untilAsked()
  process.kill(first.pid, 'SIGCONT')
  for (let at = 0; at < 20; at += 1) await shop.asked()
  process.kill(second.pid, 'SIGKILL')
  return { killed: await untilAsked(), silent }
}
