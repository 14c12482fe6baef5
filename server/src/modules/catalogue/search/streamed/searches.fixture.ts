import { randomBytes } from 'node:crypto'
import { type FreshDatabase, freshDatabase } from '#harness'
import { type Principal, scopesOfRoles } from '#kernel/actor'
import { createTerms } from '#modules/products'
import { createQuotes } from '#modules/quotes'
import { type Cache, createMemoryCache } from '#platform/cache'
import { buildHttp } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { createLog, createMetrics, type Metrics } from '#platform/telemetry'
import { attachWake, createWake } from '#platform/wake'
import { aCatalog } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { anFx } from '#testing/fx'
import { figuresOf } from '#testing/tools/figures'
import type { ProductSource } from './deps.ts'
import { searchesRoutes } from './routes.ts'
import { searchList } from './search-list.ts'
import { createSearches, type Searches, type SearchesSettings } from './service.ts'

const roles = new Set(['buyer'] as const)
export const buyer: Principal = {
  kind: 'person',
  id: 'usr_00000000000000000000000001',
  companyId: 'co_00000000000000000000000001',
  roles,
  scopes: scopesOfRoles(roles),
}
const stranger: Principal = {
  ...buyer,
  id: 'usr_00000000000000000000000002',
  companyId: 'co_00000000000000000000000002',
}
const withoutScopes: Principal = { ...buyer, kind: 'api_key', roles: new Set(), scopes: new Set() }
const callers = new Map(Object.entries({ buyer, stranger, nothing: withoutScopes }))

export type SearchService = {
  readonly database: FreshDatabase
  readonly searches: Searches
  readonly metrics: Metrics
  readonly baseUrl: string
  /** Sends a request, by default as the buyer. */
  call(path: string, init?: RequestInit, caller?: string): Promise<Response>
  /** Starts a search and returns the body of the answer. */
  begin(body: object): Promise<{ id: string; stream: { url: string } }>
  startWorker(): void
  stopWorker(): Promise<void>
  close(): Promise<void>
}

export type SearchServiceOptions = {
  /** Uses the database of another process. */
  readonly database?: FreshDatabase
  readonly cache?: Cache
  readonly external?: ProductSource
  readonly settings?: Partial<SearchesSettings>
  readonly stallMs?: number
  readonly now?: () => Date
  /** It gets hints only through its own cache connection, like a separate process. */
  readonly apart?: boolean
  readonly allowedOrigins?: readonly string[]
}

/** Opens a service that closes at the end of the test file. */
export async function useSearchService(options: SearchServiceOptions = {}): Promise<SearchService> {
  return closeAtEnd(await aSearchService(options))
}

/** One process that serves searches over real HTTP, on its own database or a given one. */
export async function aSearchService(options: SearchServiceOptions = {}): Promise<SearchService> {
  const database = options.database ?? (await freshDatabase())
  const now = options.now ?? (() => new Date())
  const cache = options.cache ?? createMemoryCache(now)
  const wake = createWake(cache)
  const detach = options.apart ? () => undefined : attachWake(wake)
  const log = createLog({ level: 'silent' })
  const metrics = createMetrics()
  const figures = figuresOf(database, now)
  const searches = searchesOn({ database, cache, wake, metrics, now, log, ...figures }, options)
  const http = searchesHttp({ metrics, now, log }, options)
  await http.register(searchesRoutes(searches) as never)
  await http.register(listRoutes(database, searchList(database)) as never)
  const baseUrl = await http.listen({ host: '127.0.0.1', port: 0 })
  let worker: ReturnType<Searches['startWorker']> | undefined
  const call: SearchService['call'] = (path, init = {}, caller = 'buyer') =>
    fetch(baseUrl + path, { ...init, headers: { 'x-api-key': caller, ...init.headers } })
  return {
    database,
    searches,
    metrics,
    baseUrl,
    call,
    begin: async (body) => {
      const response = await call('/api/v1/searches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as {
        data: Awaited<ReturnType<SearchService['begin']>>
      }
      if (response.status !== 202) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    startWorker: () => {
      worker ??= searches.startWorker()
    },
    stopWorker: async () => {
      await worker?.stop()
      worker = undefined
    },
    close: async () => {
      await http.close()
      await worker?.stop()
      detach()
      wake.close()
      await Promise.all([figures.tallies.close(), figures.gauges.close()])
      if (!options.cache) await cache.close()
      if (!options.database) await database.close()
    },
  }
}

type ServiceParts = Pick<
  Parameters<typeof createSearches>[0],
  'cache' | 'wake' | 'metrics' | 'now' | 'log' | 'tallies' | 'gauges'
> & { readonly database: FreshDatabase }

function searchesOn(parts: ServiceParts, options: SearchServiceOptions): Searches {
  const { database, wake, now } = parts
  const fx = anFx(database)
  const currencyOf = async () => 'EUR'
  const terms = createTerms(wake)
  return createSearches({
    ...parts,
    fx,
    currencyOf,
    terms,
    search: aCatalog({ database, fx, now, currencyOf, terms }).search,
    quotes: createQuotes({ ...parts, fx, currencyOf, terms }),
    external: options.external,
    settings: {
      CATALOG_SEARCH_DEADLINE_SECONDS: 60,
      CATALOG_SEARCH_RETENTION_HOURS: 24,
      CATALOG_SEARCH_CONCURRENCY: 8,
      CATALOG_STREAMS_MAX: 1_000,
      CATALOG_STREAMS_PER_CREDENTIAL: 500,
      ...options.settings,
    },
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
  })
}

function searchesHttp(
  parts: Pick<Parameters<typeof buildHttp>[0], 'metrics' | 'now' | 'log'>,
  options: SearchServiceOptions,
) {
  return buildHttp({
    ...parts,
    version: 'test',
    authenticate: async ({ 'x-api-key': key }) => callers.get(key ?? ''),
    cursorKey: options.database ? Buffer.alloc(32, 1) : randomBytes(32),
    limits: {
      credential: { quota: 1_000_000, windowSeconds: 60 },
      company: { quota: 1_000_000, windowSeconds: 60 },
    },
    validateAnswers: true,
    ...(options.allowedOrigins ? { allowedOrigins: options.allowedOrigins } : {}),
  })
}
