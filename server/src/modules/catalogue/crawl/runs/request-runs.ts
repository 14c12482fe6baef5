import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { type CrawlDeps, dueTopic } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Source, SourceKey } from '../sources/source.ts'
import { findSource } from '../sources/source-store.ts'
import { companiesReadBy, mayChange } from '../sources/visible-to.ts'
import { cancelLocked } from './cancel-run.ts'
import { isLive, type Run, type SeenRun } from './run.ts'
import {
  confirmWaiting,
  findLiveRun,
  findRun,
  insertRun,
  lockLiveRun,
  redispatchLost,
} from './run-store.ts'

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'metrics'>

/**
 * Starts a run of a source, or returns its live one: there is one at a time. A live run that waits for a person is confirmed,
 * because this person wants it.
 */
export async function startRun(
  deps: Deps,
  actor: Actor,
  source: Source,
  query: string | undefined,
): Promise<SeenRun> {
  const { database, now } = deps
  if (source.state === 'PAUSED') throw fail('source_paused', { sourceId: source.id })
  const run = await database.transaction(async (tx) => {
    const at = now()
    const asked = { requestedBy: actor.id, requestingCompanyId: actor.companyId, query }
    const id = newId('crl', at)
    const run = { companyId: source.companyId, id, source, awaitingConfirmation: false, now: at }
    if (await insertRun(tx, { ...run, ...asked })) {
      audit(tx, actor, 'crawl.run_started', { companyId: source.companyId, id }, at)
      ringAfterCommit(tx, dueTopic)
      return findRun(tx, [source.companyId], id)
    }
    const live = await findLiveRun(tx, source)
    if (live && (await confirmWaiting(tx, live, at))) {
      audit(tx, actor, 'crawl.run_confirmed', live, at)
      ringAfterCommit(tx, dueTopic)
      return findRun(tx, [source.companyId], live.id)
    }
    return live
  })
  // The live run ended in between, or its source was deleted.
  return run ?? startRun(deps, actor, await seenSource(deps, actor, source.id), query)
}

/** Proposes a run, which waits for a person. Returns the live run of the source if there is one. */
export async function proposeRun(
  tx: Tx,
  source: SourceKey,
  proposal: {
    readonly requestedBy: string
    readonly requestingCompanyId: string
    readonly query: string | undefined
    readonly now: Date
  },
): Promise<SeenRun | undefined> {
  const id = newId('crl', proposal.now)
  const run = { ...proposal, companyId: source.companyId, id, source, awaitingConfirmation: true }
  return (await insertRun(tx, run)) ? findRun(tx, [source.companyId], id) : findLiveRun(tx, source)
}

/** Gives a proposed run to the workers. However often it is called, the run is dispatched once. */
export async function confirmRun(deps: Deps, actor: Actor, runId: string): Promise<SeenRun> {
  const { database, now } = deps
  const known = await seenRun(deps, actor, runId)
  await database.transaction(async (tx) => {
    const at = now()
    if (!(await confirmWaiting(tx, known, at))) return
    audit(tx, actor, 'crawl.run_confirmed', known, at)
    ringAfterCommit(tx, dueTopic)
  })
  const run = await seenRun(deps, actor, runId)
  if (run.state === 'CANCELLED') throw fail('run_over', { crawlId: runId, state: run.state })
  return run
}

/** Makes sure that a live run is worked on. A run whose worker was lost is given to the workers again, once. */
export async function reconnectRun(deps: Deps, actor: Actor, runId: string): Promise<SeenRun> {
  const { database, now, metrics } = deps
  const known = await seenRun(deps, actor, runId)
  if (!isLive(known)) return known
  await database.transaction(async (tx) => {
    if (await redispatchLost(tx, known, now())) metrics.redispatched()
    ringAfterCommit(tx, dueTopic)
  })
  return seenRun(deps, actor, runId)
}

/** For those who may change the source, and for who asked for the run. Cancelling a cancelled run changes nothing. */
export async function cancelRun(deps: Deps, actor: Actor, runId: string): Promise<SeenRun> {
  const { database, now } = deps
  const known = await seenRun(deps, actor, runId)
  if (!mayChange(actor, known.companyId) && known.requestedBy !== actor.id) {
    throw fail('run_not_found', { crawlId: runId })
  }
  await database.transaction(async (tx) => {
    const locked = await lockLiveRun(tx, known)
    if (!locked) return
    await cancelLocked(tx, locked, now())
    audit(tx, actor, 'crawl.run_cancelled', known, now())
  })
  const run = await seenRun(deps, actor, runId)
  if (run.state !== 'CANCELLED') throw fail('run_over', { crawlId: runId, state: run.state })
  return run
}

export async function seenRun(
  { database }: Pick<Deps, 'database'>,
  actor: Actor,
  runId: string,
): Promise<SeenRun> {
  const run = await findRun(database.pool, companiesReadBy(actor), runId)
  if (!run) throw fail('run_not_found', { crawlId: runId })
  return run
}

export async function seenSource(
  { database }: Pick<Deps, 'database'>,
  actor: Actor,
  sourceId: string,
): Promise<Source> {
  const source = await findSource(database.pool, companiesReadBy(actor), sourceId)
  if (!source) throw fail('source_not_found', { sourceId })
  return source
}

function audit(
  tx: Tx,
  actor: Actor,
  action: `crawl.${string}`,
  { companyId, id }: Pick<Run, 'companyId' | 'id'>,
  now: Date,
): void {
  recordAudit(tx, { companyId, actor, action, target: { type: 'crawl', id }, outcome: 'done', now })
}
