import { after, daysMs, hoursMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { stuckAfterMinutes } from '../attempt.ts'
import { measureCheckouts } from './lifecycle.ts'
import { type Baseline, periodOf } from './report.ts'
import { measureEnded } from './report-store.ts'

/** The usual values, with which an operator compares today. */
export async function readBaseline(conn: Conn, now: Date): Promise<Baseline> {
  const [alive, day, week] = await Promise.all([
    measureCheckouts(conn, now),
    measureEnded(conn, after(now, -hoursMs(24))),
    measureEnded(conn, after(now, -daysMs(7))),
  ])
  return {
    thresholdsSeconds: {
      RESERVED: stuckAfterMinutes.RESERVED * 60,
      PAYMENT_INITIATED_CART_RECONCILING: stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING * 60,
    },
    alive: {
      RESERVED: {
        count: alive.reserved,
        stuck: alive.reservedStuck,
        oldestSeconds: alive.oldestReservedSeconds,
      },
      PAYMENT_INITIATED_CART_RECONCILING: {
        count: alive.reconciling,
        stuck: alive.reconcilingStuck,
        oldestSeconds: alive.oldestReconcilingSeconds,
      },
    },
    last24h: periodOf(day),
    last7d: periodOf(week),
  }
}
