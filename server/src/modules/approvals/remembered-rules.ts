import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { ApprovalRule } from './rule.ts'
import { listRules } from './rule-store.ts'

export const rulesChanged = 'approvals.rules_changed'
/** Where no ring tells of a change, it is found after this time. */
const rememberedMs = secondsMs(5)
const keptMax = 10_000

export type RulesOf = (conn: Conn, companyId: string) => Promise<readonly ApprovalRule[]>

/** Every handoff asks, and most companies have none: a process remembers that for seconds. */
export function rememberedRules(wake: Wake): RulesOf {
  let kept = new Map<string, { readonly rules: readonly ApprovalRule[]; readonly until: number }>()
  let turn = 0
  wake.listen(rulesChanged, () => {
    turn += 1
    kept = new Map()
  })
  return async (conn, companyId) => {
    const at = turn
    const now = performance.now()
    const known = kept.get(companyId)
    if (known && now < known.until) return known.rules
    const rules = await listRules(conn, companyId)
    if (kept.size >= keptMax) kept = new Map()
    // What was read while a change rang may be the state before it.
    if (at === turn) kept.set(companyId, { rules, until: now + rememberedMs })
    return rules
  }
}
