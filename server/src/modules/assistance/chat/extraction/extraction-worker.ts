import { after, secondsMs } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import {
  finish,
  type Lease,
  LeaseLost,
  type Loop,
  release,
  runPlaces,
  whileHolding,
} from '#platform/leases'
import type { ChatDeps } from '../deps.ts'
import { extractionTopic, type Session } from '../sessions/session.ts'
import { toSession } from '../sessions/session-store.ts'
import type { SessionRow } from '../tables.ts'
import { AgentAway, type AgentClient, AgentLate } from './agent-client.ts'
import { extractSession, Superseded } from './extract-session.ts'
import { extractionQueue } from './extraction-queue.ts'
import { failExtraction } from './fail-extraction.ts'
import { AnswerInvalid } from './read-answer.ts'

type Taken = {
  readonly session: Session
  readonly lease: Lease
  readonly attempts: number
  readonly outages: number
}

/** Extracts briefs. Any number of processes may run workers: one of them takes each session. */
export function extractionWorker(deps: ChatDeps, agent: AgentClient): Pick<Loop, 'stop'> {
  return runPlaces<SessionRow>(deps, {
    name: 'chat.extractions',
    topics: [extractionTopic],
    queue: extractionQueue,
    places: deps.settings.CHAT_EXTRACTION_CONCURRENCY,
    carry: (row, lease, stopping) => carryOut(deps, agent, takenOf(row, lease), stopping),
    onClaimed: () => crashPoint('chat.extractions_claimed'),
    // Without hints, when the cache is unavailable, a session waits this long.
    idleMsMax: 500,
  })
}

function takenOf(row: SessionRow, lease: Lease): Taken {
  return { session: toSession(row), lease, attempts: row.attempts, outages: row.outages }
}

/** Never throws: a failure is written to the session, or another worker finds it. */
async function carryOut(
  deps: ChatDeps,
  agent: AgentClient,
  taken: Taken,
  stop: AbortSignal,
): Promise<void> {
  const { database, now, log } = deps
  const { session, lease } = taken
  const rows = [keyOf(session)]
  const hold = { database, queue: extractionQueue, lease, rows, now, signal: stop }
  try {
    await whileHolding(hold, (signal) =>
      extractSession(deps, agent, { session, leaseToken: lease.token }, signal),
    )
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof Superseded) {
      return deps.metrics.extracted('superseded', 0)
    }
    const settled = stop.aborted
      ? release(database.pool, extractionQueue, lease, rows, now())
      : afterTrouble(deps, taken, error)
    // Otherwise the lease expires, and the session is due again.
    await settled.catch((problem: unknown) =>
      log.warn({ err: problem, sessionId: session.id }, 'A session could not be released.'),
    )
  }
}

const keyOf = ({ companyId, id }: Session) => ({ company_id: companyId, id })

/** The pauses after a failed attempt. */
const pausesSeconds = [1, 3]
const outagePauseSecondsMax = 15

/** An outage of the companion is no fault of the session, so it counts no attempt: the session waits until it is over. */
async function afterTrouble(deps: ChatDeps, taken: Taken, error: unknown): Promise<void> {
  const { database, now, log, metrics } = deps
  const { session, lease, attempts, outages } = taken
  const about = { err: error, sessionId: session.id, attempts }
  const rows = [keyOf(session)]
  if (error instanceof AgentAway) {
    metrics.extracted('away', 0)
    log.warn(about, 'The agent cannot be reached. The session waits.')
    const seconds = Math.min(2 ** Math.min(outages, 10), outagePauseSecondsMax)
    const set = { attempts: Math.max(attempts - 1, 0), outages: outages + 1 }
    const availableAt = after(now(), secondsMs(seconds))
    const outcome = { state: 'QUEUED_FOR_EXTRACTION', availableAt, set }
    await finish(database.pool, extractionQueue, lease, rows, outcome)
    return
  }
  const isLate = error instanceof AgentLate
  metrics.extracted(isLate ? 'late' : 'invalid', 0)
  if (isLate || error instanceof AnswerInvalid) log.warn(about, 'An extraction failed.')
  else log.error(about, 'An extraction met trouble.')
  const seconds = pausesSeconds[attempts - 1]
  if (seconds === undefined || attempts >= extractionQueue.attemptsMax) {
    const code = isLate ? 'chat.extraction_timed_out' : 'chat.extraction_failed'
    return failExtraction(deps, session, lease.token, code)
  }
  const availableAt = after(now(), secondsMs(seconds))
  const outcome = { state: 'QUEUED_FOR_EXTRACTION', availableAt }
  await finish(database.pool, extractionQueue, lease, rows, outcome)
}
