import type { Conn } from '#platform/db'
import { cached, type Wake } from '#platform/wake'
import type { ApprovalRule } from './rule.ts'
import { listRules } from './rule-store.ts'

export const rulesChanged = 'approvals.rules_changed'

export type RulesOf = (conn: Conn, companyId: string) => Promise<readonly ApprovalRule[]>

/** Cached, because every handoff reads the rules, and most companies have none. */
export function cachedRules(wake: Wake): RulesOf {
  return cached(wake, rulesChanged, listRules)
}
