/**
 * At most 100 calls in any minute: 90 at a steady rate and 10 at once (the generic cell rate algorithm of ITU-T
 * I.371). PagerDuty accepts about 120 a minute for each key.
 */
const intervalMs = 60_000 / 90
const burst = 10

/** How many calls are allowed now, if the granted calls are paid off at `nextAt`. */
export function callsLeft(nextAt: Date, now: Date): number {
  const debtMs = Math.max(0, nextAt.getTime() - now.getTime())
  return Math.max(0, Math.floor((burst * intervalMs - debtMs) / intervalMs + 1e-6))
}

/** `nextAt` after this many more calls. */
export function afterCalls(nextAt: Date, now: Date, calls: number): Date {
  const from = Math.max(nextAt.getTime(), now.getTime())
  return new Date(Math.ceil(from + calls * intervalMs))
}
