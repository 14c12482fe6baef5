import type { Step } from './round-trip.ts'
import { digestOf, type Prepared, stepOf } from './statement-names.ts'

/**
 * The end of a long statement that is planned once for each connection, and not again for each of its first five sets of values.
 * Its plan must not depend on the values.
 */
export const plannedForAll = '/* planned for all */'

/** It lasts until the end of the round trip, or of the surrounding transaction. */
const planForAll = `select set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * The plan of such a statement takes some 140 bytes of its connection for each character of its text. These limits keep at most
 * about 35 MB.
 */
const keptMax = 24
const textsMax = 250_000

/** The setting that is sent before such a statement, and the statement. It is prepared however many parameters it has. */
export function createPlannedForAll(prepared: Prepared) {
  /** The lengths of the statements, least recently used first. */
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
