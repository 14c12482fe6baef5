import type { Step } from './round-trip.ts'
import { digestOf, type Prepared, stepOf } from './statement-names.ts'

/**
 * What a long statement ends with that is planned once for each connection, and not for its first values anew, five times over. The
 * values must not matter for its plan.
 */
export const plannedForAll = '/* planned for all */'

/** Holds until the end of the round trip, or of the transaction that it is in. */
const planForAll = `select set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * The plan of such a statement takes some 140 bytes of its connection for each character of its text: so many are kept, and no more than
 * about 35 MB.
 */
const keptMax = 24
const textsMax = 250_000

/** What goes out before such a statement, and the statement: it is prepared however many parameters it has. */
export function createPlannedForAll(prepared: Prepared) {
  /** How long they are, in the order in which they were used. */
  const kept = new Map<string, number>()
  let texts = 0
  const forget = (name: string) => {
    texts -= kept.get(name) ?? 0
    kept.delete(name)
  }
  return (text: string, values: readonly unknown[]): { before: Step; own: Step } => {
    const name = digestOf(text)
    forget(name)
    kept.set(name, text.length)
    texts += text.length
    const [oldest] = kept.keys()
    const isTooMuch = kept.size > keptMax || (texts > textsMax && oldest !== name)
    const closes = isTooMuch ? oldest : undefined
    if (closes !== undefined) {
      forget(closes)
      prepared.delete(closes)
    }
    const own = { name, text, values, shape: prepared.get(name), closes }
    return { before: stepOf(planForAll, [], prepared), own }
  }
}
