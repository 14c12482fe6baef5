import { Decimal } from 'decimal.js'
import { after, daysMs, hoursMs, utcDay } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { PastRate } from './conversion.ts'
import { ecbName } from './fetching/ecb.ts'
import { crossRate, datedOf, type FxWindows, stateAt } from './rate-set.ts'
import { findReferenceDay } from './reference-store.ts'
import { findProvider, findSetAt } from './store.ts'

/** Two days with rates are four days apart at most, as at Easter. The rest is reserve. */
const referenceAgeMaxMs = daysMs(10)
/** The rates of a day are published by five in the afternoon (UTC). */
const outBeforeMidnightMs = hoursMs(7)

/**
 * Finds the rate at a past moment. The reference rates of the European Central Bank come first: the last ones before
 * the day of that moment. Otherwise the latest set of the provider from before that moment is used. Returns undefined
 * when neither exists or is usable.
 */
export async function pastRate(
  conn: Conn,
  windows: FxWindows,
  from: string,
  to: string,
  at: Date,
): Promise<PastRate | undefined> {
  return (await ofReference(conn, from, to, at)) ?? ofProvider(conn, windows, from, to, at)
}

/**
 * Uses reference rates only if we fetched them after the bank published those of the day before. Otherwise the newest
 * stored day might not be the last one.
 */
async function ofReference(
  conn: Conn,
  from: string,
  to: string,
  at: Date,
): Promise<PastRate | undefined> {
  const midnight = new Date(utcDay(at))
  const succeededAt = (await findProvider(conn, ecbName))?.succeededAt
  if (!succeededAt || succeededAt < after(midnight, -outBeforeMidnightMs)) return undefined
  const found = await findReferenceDay(conn, {
    before: utcDay(midnight),
    notBefore: utcDay(after(midnight, -referenceAgeMaxMs)),
  })
  if (!found) return undefined
  const rates = new Map([...found.rates, ['EUR', new Decimal(1)] as const])
  const rate = crossRate({ rates }, from, to)
  return rate && { rate, rateSetId: undefined, provider: ecbName, asOf: new Date(found.day) }
}

async function ofProvider(
  conn: Conn,
  windows: FxWindows,
  from: string,
  to: string,
  at: Date,
): Promise<PastRate | undefined> {
  const set = await findSetAt(conn, at)
  if (!set || stateAt(datedOf(set, from, to), windows, at) === 'expired') return undefined
  const rate = crossRate(set, from, to)
  return rate && { rate, rateSetId: set.id, provider: set.provider, asOf: set.asOf }
}
