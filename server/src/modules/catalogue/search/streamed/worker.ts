import { after, secondsMs } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import {
  deathsUntilAlone,
  finish,
  type Lease,
  LeaseLost,
  type Loop,
  type Queue,
  release,
  runPlaces,
  whileHolding,
} from '#platform/leases'
import type { Wake } from '#platform/wake'
import { fail } from '../failures.ts'
import type { SearchRow } from '../tables.ts'
import { dueTopic } from './create-search.ts'
import type { SearchesDeps } from './deps.ts'
import { SearchTaken } from './publish.ts'
import { failSearch, runSearch } from './run-search.ts'
import type { Running } from './running.ts'
import { toSearch } from './search-store.ts'

/** The search is the job. A claim only moves `available_at`, so the job of a lost worker is due again. */
export const searchQueue: Queue = {
  table: 'search.searches',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['RUNNING'],
  // Short, because a person waits. A live worker renews it.
  leaseSeconds: 6,
  poison: { is: 'ended_by_owner' },
}

/** Searches of this process whose catalogue has ended. They wait for other sources, and cost little. */
const waitingMax = 200
const attemptsMax = 4
const retryMaxSeconds = 8

export type SearchWorkerOptions = {
  readonly wake: Wake
  /** The number of searches whose catalogue this process reads at once. */
  readonly concurrency: number
}

/** Runs searches. Any number of processes may run workers: one of them takes each search. */
export function searchWorker(
  deps: SearchesDeps,
  { wake, concurrency }: SearchWorkerOptions,
): Pick<Loop, 'stop'> {
  return runPlaces<SearchRow>(
    { ...deps, wake },
    {
      name: 'catalog.searches',
      topics: [dueTopic],
      queue: searchQueue,
      places: concurrency,
      waitingMax,
      carry: (row, lease, stopping, onCatalogEnded) =>
        carryOut(deps, { ...takenOf(deps, row, lease), onCatalogEnded }, stopping),
      onClaimed: () => crashPoint('catalog.searches_claimed'),
      // Without hints, when the cache is unavailable, a search waits this long.
      idleMsMax: 500,
    },
  )
}

type Taken = Running & { readonly lease: Lease; readonly attempts: number; readonly deaths: number }

function takenOf({ database }: SearchesDeps, row: SearchRow, lease: Lease): Taken {
  const { attempts, deaths } = row
  return { database, search: toSearch(row), leaseToken: lease.token, lease, attempts, deaths }
}

/** Never throws: a failure is written to the search, or another worker finds it. */
async function carryOut(deps: SearchesDeps, taken: Taken, stop: AbortSignal): Promise<void> {
  const { database, log, now } = deps
  const { search, lease } = taken
  const rows = [{ company_id: search.companyId, id: search.id }]
  try {
    await whileHolding(
      { database, queue: searchQueue, lease, rows, now, signal: stop },
      (signal) =>
        taken.deaths > deathsUntilAlone
          ? failSearch(deps, taken, fail('search_process_died'))
          : runSearch(deps, taken, signal),
    )
  } catch (error) {
    if (error instanceof SearchTaken || error instanceof LeaseLost) return
    const putBack = stop.aborted
      ? release(database.pool, searchQueue, lease, rows, now())
      : afterTrouble(deps, taken, error)
    await putBack.catch((problem: unknown) => {
      // The lease expires, and the search is due again.
      if (problem instanceof SearchTaken) return
      log.warn({ err: problem, searchId: search.id }, 'A search could not be released.')
    })
  }
}

async function afterTrouble(deps: SearchesDeps, taken: Taken, error: unknown): Promise<void> {
  const { database, log, now } = deps
  const { search, lease, attempts } = taken
  log.error({ err: error, searchId: search.id, attempts }, 'A search met trouble.')
  if (attempts >= attemptsMax) return failSearch(deps, taken, fail('search_failed'))
  const seconds = Math.min(2 ** (attempts - 1), retryMaxSeconds)
  const rows = [{ company_id: search.companyId, id: search.id }]
  const availableAt = after(now(), secondsMs(seconds))
  await finish(database.pool, searchQueue, lease, rows, { availableAt })
}
