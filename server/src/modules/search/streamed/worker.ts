import { after, secondsMs } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import {
  aloneOf,
  claim,
  deathsUntilAlone,
  finish,
  type Lease,
  LeaseLost,
  type Loop,
  leaseFor,
  type Queue,
  release,
  runLoop,
  whileHolding,
} from '#platform/leases'
import type { Wake } from '#platform/wake'
import { fail } from '../failures.ts'
import type { SearchRow } from '../tables.ts'
import { dueTopic } from './create-search.ts'
import type { SearchesDeps } from './deps.ts'
import { SearchTaken } from './publish.ts'
import { failSearch, type Running, runSearch } from './run-search.ts'
import { toSearch } from './search-store.ts'

/** The search is the job. A claim only moves `available_at`, so the job of a lost worker is due again. */
export const searchQueue: Queue = {
  table: 'search.searches',
  key: ['company_id', 'id'],
  waiting: ['RUNNING'],
  // Short, because a person waits. A live worker renews it.
  leaseSeconds: 6,
  poison: { is: 'ended_by_owner' },
}

const attemptsMax = 4
const retryMaxSeconds = 8

export type SearchWorkerOptions = {
  readonly wake: Wake
  /** The number of searches that this process runs at once. */
  readonly concurrency: number
}

/** Runs searches. Any number of processes may run workers: one of them takes each search. */
export function searchWorker(
  deps: SearchesDeps,
  { wake, concurrency }: SearchWorkerOptions,
): Pick<Loop, 'stop'> {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const single = aloneOf(deps, searchQueue)
  /**
   * A search during which processes have died is claimed alone. Other searches run at the same time, because people
   * wait for them.
   */
  const startAlone = async () => {
    if (running.size >= concurrency || !(await single.waits())) return
    const done: Promise<void> = single
      .work(
        (lease) => claimSearches(deps, lease, 1, { isAlone: true }),
        (row, lease) => carryOut(deps, takenOf(deps, row, lease), stopping.signal),
      )
      .then(
        () => undefined,
        (err: unknown) => deps.log.warn({ err }, 'A search could not be claimed.'),
      )
      .finally(() => {
        running.delete(done)
        loop.ring()
      })
    running.add(done)
  }
  const loop: Loop = runLoop({
    name: 'catalog.searches',
    wake,
    topics: [dueTopic],
    work: async () => {
      await startAlone()
      const room = concurrency - running.size
      if (room <= 0) return 0
      const taken = await takeSearches(deps, room)
      for (const one of taken) {
        const done = carryOut(deps, one, stopping.signal).finally(() => {
          running.delete(done)
          loop.ring()
        })
        running.add(done)
      }
      return taken.length
    },
    // Without hints, when the cache is unavailable, a search waits this long.
    idleMsMax: 500,
    log: deps.log,
  })
  return {
    stop: async () => {
      stopping.abort()
      await loop.stop()
      await Promise.all(running)
    },
  }
}

type Taken = Running & { readonly lease: Lease; readonly attempts: number; readonly deaths: number }

async function takeSearches(deps: SearchesDeps, batchMax: number): Promise<Taken[]> {
  const lease = leaseFor(searchQueue, deps.now())
  const rows = await claimSearches(deps, lease, batchMax)
  return rows.map((row) => takenOf(deps, row, lease))
}

async function claimSearches(
  { database, now }: SearchesDeps,
  lease: Lease,
  batchMax: number,
  options: { readonly isAlone?: boolean } = {},
): Promise<SearchRow[]> {
  const rows = await claim<SearchRow>(database.pool, searchQueue, lease, now(), batchMax, options)
  if (rows.length > 0) crashPoint('catalog.searches_claimed')
  return rows
}

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
