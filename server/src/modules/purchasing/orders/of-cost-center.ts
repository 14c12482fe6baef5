import { sql } from '#platform/db'
import type { Condition } from '#platform/lists'
import type { Accounting } from './line-references/index.ts'

/** A line has this value in one of its allocations. */
export function isAllocatedTo(field: keyof Accounting, code: string): Condition {
  return sql`coalesce(l.allocations @> ${JSON.stringify([{ [field]: code }])}::jsonb, false)`
}

/**
 * The line `l` of the order `t`, or one of its allocations, is for this cost centre. Where it names none, the cost centre of the
 * order is meant.
 */
export function ofCostCenter(code: string): Condition {
  return sql`(case when l.allocations is null then coalesce(l.cost_center, t.cost_center) = ${code}
    else ${isAllocatedTo('costCenter', code)}
      or t.cost_center = ${code} and jsonb_path_exists(l.allocations, '$[*] ? (!exists(@.costCenter))') end)`
}
