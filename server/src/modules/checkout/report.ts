import { after, minutesMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { type LiveState, stuckAfterMinutes } from './attempt.ts'
import { type AliveAttempt, listAlive, type measureEnded, type Place } from './report-store.ts'

/** What will happen next if nobody does anything, and when. */
export type NextStep = {
  readonly action: 'expire_reservation' | 'ask_payment_provider'
  readonly at: Date
}

export type ReportEntry = AliveAttempt & {
  /** Since it came into its state. */
  readonly ageSeconds: number
  readonly stuck: boolean
  readonly next: NextStep
}

/** Every attempt that is under way, the oldest first: what hangs stands on top. */
export async function reportAlive(
  conn: Conn,
  page: { readonly after?: Place | undefined; readonly limit: number },
  now: Date,
): Promise<ReportEntry[]> {
  const alive = await listAlive(conn, page)
  return alive.map((attempt) => ({
    ...attempt,
    ageSeconds: Math.max(0, Math.floor((now.getTime() - attempt.since.getTime()) / 1_000)),
    stuck: attempt.since < stuckSince(attempt.state, now),
    next: nextStepOf(attempt),
  }))
}

function nextStepOf({ state, reservedUntil, availableAt }: AliveAttempt): NextStep {
  return state === 'RESERVED'
    ? { action: 'expire_reservation', at: reservedUntil }
    : { action: 'ask_payment_provider', at: availableAt }
}

export type Baseline = {
  readonly thresholdsSeconds: Readonly<Record<LiveState, number>>
  readonly alive: Readonly<Record<LiveState, AliveCount>>
  readonly last24h: Period
  readonly last7d: Period
}

export type AliveCount = {
  readonly count: number
  readonly stuck: number
  readonly oldestSeconds: number
}

/** Shares are of all attempts that ended in the time; undefined where none did. */
export type Period = {
  readonly ended: number
  readonly completed: number
  readonly expired: number
  readonly failed: number
  readonly cancelled: number
  readonly expiryRate: number | undefined
  readonly failureRate: number | undefined
  /** Seconds from the reservation to the order. */
  readonly completionP50: number | undefined
  readonly completionP95: number | undefined
}

export function periodOf(ended: Awaited<ReturnType<typeof measureEnded>>): Period {
  const share = (part: number) => (ended.ended === 0 ? undefined : part / ended.ended)
  return { ...ended, expiryRate: share(ended.expired), failureRate: share(ended.failed) }
}

export function stuckSince(state: LiveState, now: Date): Date {
  return after(now, -minutesMs(stuckAfterMinutes[state]))
}
