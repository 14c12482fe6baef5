import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { rulesChanged } from './cached-rules.ts'
import type { ApprovalRule } from './rule.ts'
import { type RuleInput, ruleFrom } from './rule-from-input.ts'
import { deleteRule, insertRule, replaceRule } from './rule-store.ts'

export const rulesMax = 50

export async function addRule(
  deps: ApprovalsDeps,
  actor: Actor,
  input: RuleInput,
): Promise<ApprovalRule> {
  const now = deps.now()
  const rule = ruleFrom(input, newId('apr', now), actor.companyId)
  return deps.database.transaction(async (tx) => {
    await assertPeopleActive(deps, tx, rule)
    const isInserted = await insertRule(tx, { rule, changedBy: actor.id, now }, rulesMax)
    if (!isInserted) throw fail('rules_limit_reached', { limit: rulesMax })
    auditChange(tx, actor, 'added', rule, now)
    return rule
  })
}

/** Orders that wait already continue with their old rules. */
export async function changeRule(
  deps: ApprovalsDeps,
  actor: Actor,
  ruleId: string,
  input: RuleInput,
): Promise<ApprovalRule> {
  const now = deps.now()
  const rule = ruleFrom(input, ruleId as Id<'apr'>, actor.companyId)
  return deps.database.transaction(async (tx) => {
    const isReplaced = await replaceRule(tx, { rule, changedBy: actor.id, now })
    if (!isReplaced) throw fail('rule_not_found', { ruleId })
    await assertPeopleActive(deps, tx, rule)
    auditChange(tx, actor, 'changed', rule, now)
    return rule
  })
}

export async function removeRule(
  { database, now: clock }: ApprovalsDeps,
  actor: Actor,
  ruleId: string,
): Promise<ApprovalRule> {
  const now = clock()
  return database.transaction(async (tx) => {
    const rule = await deleteRule(tx, actor.companyId, ruleId)
    if (!rule) throw fail('rule_not_found', { ruleId })
    auditChange(tx, actor, 'deleted', rule, now)
    return rule
  })
}

async function assertPeopleActive(
  { peopleOf }: ApprovalsDeps,
  tx: Tx,
  { companyId, steps }: ApprovalRule,
): Promise<void> {
  const ids = [...new Set(steps.flatMap((step) => step.people))]
  if (ids.length === 0) return
  const activeIds = new Set(await peopleOf(tx, companyId, { ids }))
  const people = ids.filter((id) => !activeIds.has(id))
  if (people.length > 0) throw fail('people_unknown', { people })
}

function auditChange(
  tx: Tx,
  actor: Actor,
  change: 'added' | 'changed' | 'deleted',
  { id, name, steps }: ApprovalRule,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.rule_${change}`,
    target: { type: 'approval_rule', id },
    outcome: 'done',
    details: { name, steps: steps.length },
    now,
  })
  ringAfterCommit(tx, rulesChanged)
}
