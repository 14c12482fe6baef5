import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newId } from '#kernel/id'
import { platformCompanyId as companyId } from '#modules/identity'
import { type Database, openDatabase, sql } from '#platform/db'
import { aPage, openSupplierSite } from '#testing/hosts/open-supplier-site'
import { isLive } from '../../src/modules/catalogue/crawl/runs/run.ts'
import { findRun, insertRun } from '../../src/modules/catalogue/crawl/runs/run-store.ts'
import { insertSource } from '../../src/modules/catalogue/crawl/sources/source-store.ts'

export type CrawlRound = {
  readonly pages: number
  readonly offers: number
  readonly kills: number
  readonly redispatches: number
}

const fixture = fileURLToPath(
  new URL('../../src/modules/catalogue/crawl/crash.fixture.ts', import.meta.url),
)
const workers = 2
const productsPerList = 20
/** So many pages are asked for between two kills, at least. */
const requestsOfLife = 10
const patienceMs = 300_000

/**
 * Processes work on a crawl and are killed at random moments, for so many seconds. Then the crawl has to end by itself, with every
 * page read and each stored once. Throws where it is not.
 */
export async function crawlRound(url: string, seconds: number): Promise<CrawlRound> {
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 20_000 })
  const until = performance.now() + seconds * 1_000
  const shop = await openEndlessShop(until)
  const crew = startCrew(url)
  try {
    const run = await startRun(database, `${shop.url}/list/0`)
    const patience = until + patienceMs
    while (performance.now() < until) {
      // A life without progress would count as a death over a poison record, and the crawl would be set aside.
      const enough = shop.requests() + requestsOfLife
      while (shop.requests() < enough) {
        assert(performance.now() < patience, 'nobody resumes the crawl')
        await wait(20)
      }
      await wait(Math.random() * 1_500)
      await crew.killOne()
    }
    while (await isOpen(database, run)) {
      assert(performance.now() < patience, 'the crawl does not end')
      await wait(100)
    }
    return await audit(database, run, {
      listed: shop.listed,
      asked: shop.asked,
      kills: crew.kills(),
    })
  } finally {
    await crew.stop()
    shop.close()
    await database.close()
  }
}

/** Each list leads to its products and to the next list, until the time is over. A list is always the same. */
async function openEndlessShop(until: number) {
  const site = await openSupplierSite()
  const listed = new Set<string>()
  const lists = new Map<string, string>()
  const asked = new Set<string>()
  let requests = 0
  site.below('/', (request, response) => {
    const path = request.url ?? '/'
    const [, kind, number = ''] = path.split('/')
    asked.add(path)
    requests += 1
    if (kind !== 'list' && kind !== 'p') return response.writeHead(404).end()
    if (kind === 'list' && !lists.has(path)) lists.set(path, aList(Number(number)))
    const body = lists.get(path) ?? aPage([], [{ sku: path }])
    // So long that a kill meets pages in every state.
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), 5)
  })
  const aList = (number: number): string => {
    const products = Array.from(
      { length: productsPerList },
      (_one, at) => `/p/${number * productsPerList + at}`,
    )
    const next = performance.now() < until ? [`/list/${number + 1}`] : []
    for (const path of [`/list/${number}`, ...products, ...next]) listed.add(path)
    // Its own product shows that lists bring something new.
    return aPage([...products, ...next], [{ sku: `/list/${number}` }])
  }
  return { url: site.url, listed, asked, requests: () => requests, close: site.close }
}

/** Processes that work on crawls. Whoever is killed is replaced. */
function startCrew(url: string) {
  let kills = 0
  const start = () =>
    spawn(process.execPath, [fixture, url], { stdio: ['ignore', 'ignore', 'inherit'], env: {} })
  const end = async (worker: ChildProcess | undefined) => {
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
  }
  const crew = Array.from({ length: workers }, start)
  return {
    killOne: async () => {
      const at = Math.floor(Math.random() * crew.length)
      await end(crew[at])
      kills += 1
      crew[at] = start()
    },
    kills: () => kills,
    stop: async () => {
      await Promise.all(crew.map(end))
    },
  }
}

/** Starts a run of a new source. Returns its id. */
export async function startRun(database: Database, url: string): Promise<string> {
  const now = new Date()
  const source = { companyId, id: newId('csrc', now) }
  const id = newId('crl', now)
  await database.transaction(async (tx) => {
    await insertSource(tx, {
      ...source,
      name: 'A shop',
      kind: 'site',
      url,
      supplierId: undefined,
      isSupplierConfirmed: false,
      state: 'ACTIVE',
      everyHours: undefined,
      nextRunAt: undefined,
      createdAt: now,
      updatedAt: now,
    })
    const asked = { requestedBy: undefined, requestingCompanyId: undefined, query: undefined }
    await insertRun(tx, { ...asked, companyId, id, source, awaitingConfirmation: false, now })
  })
  return id
}

async function isOpen({ pool }: Database, id: string): Promise<boolean> {
  const run = await findRun(pool, [companyId], id)
  return run !== undefined && isLive(run)
}

type Seen = {
  readonly listed: ReadonlySet<string>
  readonly asked: ReadonlySet<string>
  readonly kills: number
}

async function audit(database: Database, id: string, seen: Seen): Promise<CrawlRound> {
  const { listed, asked, kills } = seen
  const run = await findRun(database.pool, [companyId], id)
  assert(run, 'the crawl is gone')
  const { state, failure, dispatches, redispatches } = run
  assert.deepEqual(
    { state, failure, dispatches },
    { state: 'SUCCEEDED', failure: undefined, dispatches: 1 },
  )
  assert(redispatches <= kills, `${redispatches} redispatches after ${kills} kills`)
  assert.deepEqual(
    [...listed].filter((path) => !asked.has(path)),
    [],
    'a page was never read',
  )
  const pages = listed.size
  assert.deepEqual(await countsOf(database, id), {
    pages,
    read: pages,
    offers_of_pages: pages,
    offers_of_run: pages,
    changed: pages,
    stored: pages,
    missed: 0,
    repeated_events: 0,
    gaps: 0,
    shown: run.offersShown,
  })
  return { pages, offers: run.offers, kills, redispatches }
}

/** The rows of the run, counted in several ways. Each page has one offer. */
async function countsOf({ pool }: Database, run: string) {
  const { rows } = await sql<Record<string, number>>`
    with events as (
      select * from crawl.events where company_id = ${companyId} and run_id = ${run}
    ), pages as (
      select * from crawl.pages where company_id = ${companyId} and run_id = ${run}
    ), run as (
      select * from crawl.runs where company_id = ${companyId} and id = ${run}
    ), stored as (
      select o.* from crawl.offers o join run on (o.company_id, o.source_id) = (run.company_id, run.source_id)
    )
    select
      (select count(*) from pages) as pages,
      (select count(*) from pages where state = 'FETCHED') as read,
      (select sum(offers) from pages)::integer as offers_of_pages,
      (select offers from run) as offers_of_run,
      (select offers_changed from run) as changed,
      (select count(*) from stored) as stored,
      (select count(*) from stored where page_hash not in (select address_hash from pages)) as missed,
      (select count(*) - count(distinct data->>'url') from events where kind = 'page') as repeated_events,
      (select max(event) - count(*) from events) as gaps,
      (select sum(products) from events)::integer as shown
  `.execute(pool)
  return rows[0]
}
