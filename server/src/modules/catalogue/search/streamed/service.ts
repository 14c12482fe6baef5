import type { Actor } from '#kernel/actor'
import { after, hoursMs } from '#kernel/time'
import { type BuyingUnit, buyingUnitOf } from '#modules/structure'
import type { Cache } from '#platform/cache'
import type { Loop } from '#platform/leases'
import {
  createStreamFigures,
  openStreams,
  type StreamReading,
  type Streams,
} from '#platform/streams'
import type { Gauges, Tallies } from '#platform/tallies'
import type { Wake } from '#platform/wake'
import { cancelSearch } from './cancel-search.ts'
import {
  type CreateIn,
  type CreateSearchInput,
  createSearch,
  readyToCreate,
} from './create-search.ts'
import type { SearchesDeps } from './deps.ts'
import { deleteEnded, readRunning } from './keep-store.ts'
import { findOutcome, type Outcome } from './outcome-store.ts'
import { readSearch } from './read-search.ts'
import type { SearchRecord } from './search-record.ts'
import { searchStreamSource } from './stream-source.ts'
import { searchWorker } from './worker.ts'

export type SearchesSettings = {
  readonly CATALOG_SEARCH_DEADLINE_SECONDS: number
  readonly CATALOG_SEARCH_RETENTION_HOURS: number
  readonly CATALOG_SEARCH_CONCURRENCY: number
  readonly CATALOG_STREAMS_MAX: number
  readonly CATALOG_STREAMS_PER_CREDENTIAL: number
}

export type SearchesOptions = Omit<SearchesDeps, 'catalogLimitSeconds'> & {
  readonly cache: Cache
  readonly wake: Wake
  readonly tallies: Tallies
  readonly gauges: Gauges
  readonly settings: SearchesSettings
  /** After this time without reading, the client of a stream is disconnected. */
  readonly stallMs?: number
}

export type SearchesReading = StreamReading & {
  readonly running: number
  readonly oldestRunningAt: Date | undefined
  /** Searches that no worker has ended although their deadline passed. */
  readonly overdue: number
  /** The earliest deadline of all running searches. */
  readonly firstDueAt: Date | undefined
}

export type Searches = {
  /** Refuses what a product search would refuse. */
  create(actor: Actor, input: CreateSearchInput): Promise<SearchRecord>
  /** Refuses what a product search would refuse, and returns the participant that creates the search. */
  readyToCreate(actor: Actor, input: CreateSearchInput): Promise<CreateIn>
  /** The state of a search and its first products, in the order in which it sent them. Undefined: it was purged. */
  outcome(companyId: string, searchId: string, productsMax: number): Promise<Outcome | undefined>
  /** Throws `catalog.search_not_found`, also for a search of another company, or at the prices of another unit. */
  get(actor: Actor, searchId: string): Promise<SearchRecord>
  cancel(actor: Actor, searchId: string): Promise<SearchRecord>
  /** At whose prices the actor searches. */
  buyerOf(actor: Actor): Promise<BuyingUnit>
  readonly streams: Streams
  startWorker(): Pick<Loop, 'stop'>
  /** Deletes searches that ended long ago. */
  purge(signal?: AbortSignal): Promise<void>
  reading(): Promise<SearchesReading>
}

const purgeBatchMax = 500
const defaultStallMs = 20_000
/** A worker ends each source at its deadline, or soon finds a source that another worker did not end. */
const overdueMs = 30_000

export function createSearches(options: SearchesOptions): Searches {
  const { database, cache, wake, metrics, now, log, settings, stallMs = defaultStallMs } = options
  const deps = { ...options, catalogLimitSeconds: settings.CATALOG_SEARCH_DEADLINE_SECONDS }
  const figures = createStreamFigures(options, searchStreamSource.metricsPrefix)
  const streams = openStreams({
    source: searchStreamSource,
    figures,
    database,
    cache,
    wake,
    metrics,
    now,
    log,
    streamsMax: settings.CATALOG_STREAMS_MAX,
    streamsPerCredential: settings.CATALOG_STREAMS_PER_CREDENTIAL,
    stallMs,
  })
  return {
    create: (actor, input) => createSearch(deps, actor, input),
    readyToCreate: (actor, input) => readyToCreate(deps, actor, input),
    outcome: (companyId, searchId, productsMax) =>
      findOutcome(database.pool, companyId, searchId, productsMax),
    get: (actor, searchId) => readSearch(database.pool, actor, searchId),
    buyerOf: (actor) => buyingUnitOf(database.pool, actor),
    cancel: (actor, searchId) => cancelSearch(deps, actor, searchId),
    streams,
    startWorker: () =>
      searchWorker(deps, { wake, concurrency: settings.CATALOG_SEARCH_CONCURRENCY }),
    purge: async (signal) => {
      const before = after(now(), -hoursMs(settings.CATALOG_SEARCH_RETENTION_HOURS))
      let deleted: number
      do {
        deleted = await database.transaction((tx) => deleteEnded(tx, before, purgeBatchMax))
      } while (deleted >= purgeBatchMax && !signal?.aborted)
    },
    reading: async () => {
      const overdueSince = after(now(), -overdueMs)
      const [{ count, oldestAt, overdue, firstDueAt }, read] = await Promise.all([
        readRunning(database.pool, overdueSince),
        figures.read(),
      ])
      return { ...read, running: count, oldestRunningAt: oldestAt, overdue, firstDueAt }
    },
  }
}
