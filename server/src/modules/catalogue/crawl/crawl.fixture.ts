import { type FreshDatabase, useDatabase } from '#harness'
import { type Principal, type Role, scopesOfRoles } from '#kernel/actor'
import { platformCompanyId } from '#modules/identity'
import { createTerms } from '#modules/products'
import { createMemoryCache } from '#platform/cache'
import { createCompute } from '#platform/compute'
import { sql, type Tx } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import { createOutbound, type Outbound } from '#platform/net'
import { openStreams } from '#platform/streams'
import { createTallies } from '#platform/tallies'
import { createLog, createMetrics } from '#platform/telemetry'
import { attachWake, createWake } from '#platform/wake'
import { aCatalog } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import type { CrawlDeps, CrawlLimits } from './deps.ts'
import { createParser } from './parsing/parser.ts'
import { isLive, type Run } from './runs/run.ts'
import { findRun } from './runs/run-store.ts'
import { runStreamSource } from './runs/stream-source.ts'
import { type Crawls, createCrawls } from './service.ts'
import { createCrawlMetrics } from './signals/crawl-metrics.ts'
import type { Source, SourceKind } from './sources/source.ts'
import { testLimits } from './test-limits.fixture.ts'
import { runsSweeping } from './work/worker.ts'

let people = 0

/** A person of a company. Operators belong to the platform. */
export function aPersonOf(companyId: string, role: Role): Principal {
  people += 1
  const roles = new Set([role])
  return {
    kind: 'person',
    id: `usr_${String(people).padStart(26, '0')}`,
    companyId: companyId as Principal['companyId'],
    roles,
    scopes: scopesOfRoles(roles),
  }
}

export const operator = aPersonOf(platformCompanyId, 'operator')

/** The one company that sells here. */
export const supplierId = 'co_0000000000000000000000000s'

export type Notice = { readonly key: string; readonly dedupeKey: string }

/** The crawl of one process over a database of its own or that of another one, with a worker that runs. */
export async function useCrawlStage(
  overrides: Partial<CrawlLimits> = {},
  given: { readonly database?: FreshDatabase; readonly outbound?: Outbound } = {},
) {
  const database = given.database ?? (await useDatabase())
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const metrics = createMetrics()
  const tallies = closeAtEnd(createTallies({ database, now, log }))
  const notices: Notice[] = []
  const resolved: Notice[] = []
  const cache = closeAtEnd(createMemoryCache(now))
  const wake = createWake(cache)
  closeAtEnd({ close: attachWake(wake) })
  const deps: CrawlDeps = {
    ...toolsOfCrawl(),
    ...(given.outbound && { outbound: given.outbound }),
    database,
    now,
    log,
    wake,
    metrics: createCrawlMetrics(metrics, tallies),
    incidents: {
      notify: async (_tx: Tx, { key, dedupeKey }: Notice) => void notices.push({ key, dedupeKey }),
      resolve: async (_tx: Tx, { key, dedupeKey }: Notice) =>
        void resolved.push({ key, dedupeKey }),
    } as never,
    terms: createTerms(),
    products: aCatalog({ database }),
    isSupplier: async (companyId) => companyId === supplierId,
    limits: { ...testLimits, ...overrides },
    userAgent: 'PurveyorBot/1.0',
  }
  const streams = openStreams({
    source: runStreamSource,
    database,
    cache,
    wake,
    metrics,
    now,
    log,
    streamsMax: 100,
    streamsPerCredential: 100,
    stallMs: 20_000,
  })
  const crawls = createCrawls(deps, streams)
  const worker = crawls.startWorker()
  closeAtEnd({ close: () => worker.stop() })
  return {
    database,
    deps,
    crawls,
    metrics,
    tallies,
    notices,
    resolved,
    /** Moves the clock of the crawl ahead. */
    advance: (ms: number) => {
      clock.aheadMs += ms
    },
    ...stepsOf(deps, crawls),
    ...readingsOf(deps, crawls),
  }
}

const log = createLog({ level: 'silent' })

function toolsOfCrawl() {
  const compute = closeAtEnd(createCompute({ log, metrics: createMetrics() }))
  const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))
  return { outbound, parser: createParser(compute) }
}

/** What tests do with a crawl. */
function stepsOf(deps: CrawlDeps, crawls: Crawls) {
  const { pool } = deps.database
  const ended = async (run: Run): Promise<Run> => {
    for (;;) {
      const found = await findRun(pool, [run.companyId], run.id)
      if (found && !isLive(found)) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    ended,
    /** A source of the platform, which everybody sees. */
    aSource: (url: string, kind: SourceKind = 'site'): Promise<Source> =>
      crawls.createSource(operator, { name: 'A shop', kind, url }),
    /** Runs a source to its end. */
    crawl: async (source: Source): Promise<Run> =>
      ended(await crawls.start(operator, { sourceId: source.id }, undefined)),
    sweep: () => sweepOnce(deps.database, runsSweeping(deps), deps.now(), log),
  }
}

/** What tests read of a crawl. */
function readingsOf({ database }: CrawlDeps, crawls: Crawls) {
  const all = { state: undefined, before: undefined, after: undefined, limit: 1_000 }
  return {
    /** The pages of a run by path: their state, or their state with its reason. */
    pagesOf: async (run: Run): Promise<Record<string, string>> => {
      const pages = await crawls.listPages(operator, run.id, all)
      return Object.fromEntries(
        pages.map(({ url, state, reason }) => {
          const { pathname, search } = new URL(url)
          return [pathname + search, reason === undefined ? state : `${state} ${reason}`]
        }),
      )
    },
    offersOf: async (source: Source) => crawls.listOffers(operator, source.id, all),
    eventsOf: async ({ companyId, id }: Run) => {
      const { rows } = await sql<{ event: number; kind: string; data: Record<string, unknown> }>`
        select event, kind, data from crawl.events where company_id = ${companyId} and run_id = ${id} order by event
      `.execute(database.pool)
      return rows
    },
  }
}
