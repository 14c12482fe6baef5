import { after, minutesMs } from '#kernel/time'
import type { PaymentState } from '#modules/payments'
import type { Conn } from '#platform/db'
import { type LiveState, stuckAfterMinutes } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { type NextStep, nextStepOf } from './next-step.ts'
import { type AliveAttempt, type AlivePage, listAlive, type measureEnded } from './report-store.ts'

export type ReportEntry = AliveAttempt & {
  readonly companyName: string | undefined
  readonly paymentState: PaymentState | undefined
  /** The age of its state. */
  readonly ageSeconds: number
  readonly stuck: boolean
  readonly next: NextStep
}

/** Every attempt under way, oldest first, so that stuck attempts come first. */
export async function reportAlive(
  { payments, namesOf }: Pick<CheckoutDeps, 'payments' | 'namesOf'>,
  conn: Conn,
  page: AlivePage,
  now: Date,
): Promise<ReportEntry[]> {
  const alive = await listAlive(conn, page)
  const names = await namesOf(conn, [...new Set(alive.map(({ companyId }) => companyId))])
  const standings = await payments.standings(
    conn,
    alive.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return alive.map((attempt) => {
    const standing = attempt.paymentId ? standings.get(attempt.paymentId) : undefined
    return {
      ...attempt,
      companyName: names.get(attempt.companyId),
      paymentState: standing?.state,
      ageSeconds: Math.max(0, Math.floor((now.getTime() - attempt.since.getTime()) / 1_000)),
      stuck: attempt.since < stuckSince(attempt.state, now),
      next: nextStepOf(attempt, standing),
    }
  })
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

/** The shares are of all attempts that ended in the period; undefined if none did. */
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
