import { after } from '#kernel/time'
import type { Tx } from '#platform/db'
import {
  finish,
  type Lease,
  LeaseLost,
  type Loop,
  processDied,
  release,
  runPlaces,
  type Sweeping,
  whileHolding,
} from '#platform/leases'
import { type CrawlDeps, dueTopic } from '../deps.ts'
import type { Run } from '../runs/run.ts'
import { countRedispatched, lockLiveRun, runsQueue, toRun } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { findSource } from '../sources/source-store.ts'
import type { RunRow } from '../tables.ts'
import { carryRun } from './carry-run.ts'
import { resumeWithoutPage } from './page-store.ts'
import { RunTaken, type RunWork } from './run-work.ts'

/**
 * Works on runs. Any number of processes may do so: one of them has each run. The runs of one company leave places for those of
 * others.
 */
export function crawlWorker(deps: CrawlDeps): Pick<Loop, 'stop'> {
  const places = deps.limits.runsAtOnce
  return runPlaces<RunRow>(deps, {
    name: 'crawl.runs',
    topics: [dueTopic],
    queue: runsQueue,
    places,
    shares: [{ column: 'company_id', max: Math.ceil(places / 2) }],
    carry: (row, lease, stopping) => carryOut(deps, row, lease, stopping),
    idleMsMax: 1_000,
  })
}

/** Never throws: what is not written is found by the sweeper. */
async function carryOut(
  deps: CrawlDeps,
  row: RunRow,
  lease: Lease,
  stop: AbortSignal,
): Promise<void> {
  const { database, log, now } = deps
  const rows = [{ company_id: row.company_id, id: row.id }]
  try {
    await whileHolding(
      { database, queue: runsQueue, lease, rows, now, signal: stop },
      async (signal) => {
        const work = await workOf(deps, row, lease, signal)
        if (work) await carryRun(work)
      },
    )
  } catch (error) {
    if (error instanceof RunTaken || error instanceof LeaseLost) return
    const putBack = stop.aborted
      ? release(database.pool, runsQueue, lease, rows, now())
      : retryLater(deps, row, lease, error)
    await putBack.catch((problem: unknown) => {
      log.warn({ err: problem, crawlId: row.id }, 'A crawl could not be released.')
    })
  }
}

async function workOf(
  deps: CrawlDeps,
  row: RunRow,
  lease: Lease,
  signal: AbortSignal,
): Promise<RunWork | undefined> {
  const { companyId, id, sourceId, number } = toRun(row)
  const source = await findSource(deps.database.pool, [companyId], sourceId)
  // A source is deleted together with the cancellation of its run.
  if (!source) return undefined
  const key = { companyId, id }
  return {
    deps,
    lease: { key, sourceId, token: lease.token },
    source,
    runNumber: number,
    signal,
  }
}

/** The longest pause after trouble. */
const pauseMsMax = 30_000

/** The database or the machine was in trouble. The run goes on where it was. */
async function retryLater(
  { database, log, now }: CrawlDeps,
  row: RunRow,
  lease: Lease,
  error: unknown,
): Promise<void> {
  const { company_id, id, attempts } = row
  log.error({ err: error, crawlId: id, attempts }, 'A crawl met trouble. It will go on.')
  if (attempts < runsQueue.attemptsMax) {
    const availableAt = after(now(), Math.min(1_000 * 2 ** attempts, pauseMsMax))
    const set = { state: 'QUEUED', availableAt }
    await finish(database.pool, runsQueue, lease, [{ company_id, id }], set)
    return
  }
  await database.transaction(async (tx) => {
    const run = await lockLiveRun(tx, { companyId: company_id, id }, lease.token)
    if (run) await failRun(tx, run, 'worker_lost', now())
  })
}

/** Gives runs of lost workers to others, and counts it. A run that loses every worker ends, and one that kills them is set aside. */
export function runsSweeping({ metrics }: Pick<CrawlDeps, 'metrics'>): Sweeping {
  return {
    queue: runsQueue,
    onSwept: async (tx, { returned, exhausted }, now) => {
      const lost = (returned as RunRow[]).map(toRun)
      for (const row of exhausted as RunRow[]) {
        const run = toRun(row)
        const isPoison = row.failure === processDied
        if (isPoison && (await resumeWithoutPage(tx, run, now))) lost.push(run)
        else await failRun(tx, run, isPoison ? processDied : 'worker_lost', now)
      }
      if (lost.length > 0) await countRedispatched(tx, lost)
      for (const _run of lost) metrics.redispatched()
    },
  }
}

/** The row is locked: by this transaction, or because the sweeper has just changed it. */
async function failRun(tx: Tx, run: Run, failure: string, now: Date): Promise<void> {
  const data = { state: 'FAILED', failure, offers: run.offers, offersChanged: run.offersChanged }
  await writeStep(tx, run, {
    events: [{ kind: 'crawl.ended', data }],
    end: { state: 'FAILED', at: now, failure },
  })
}
