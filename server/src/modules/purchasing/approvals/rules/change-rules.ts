import type { Actor, Role } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { rulesChanged } from './cached-rules.ts'
import { type ApprovalRule, type ApprovalStep, standardTimeoutHours } from './rule.ts'
import { deleteRule, insertRule, replaceRule } from './rule-store.ts'

export const rulesMax = 50

export type RuleInput = {
  readonly name: string
  readonly position?: number | undefined
  readonly conditions?:
    | {
        readonly amountFrom?: { readonly amount: string; readonly currency: string } | undefined
        readonly categoryIds?: readonly string[] | undefined
        readonly costCenters?: readonly string[] | undefined
        readonly requesterIds?: readonly string[] | undefined
        readonly requesterRoles?: readonly Role[] | undefined
        readonly supplierIds?: readonly string[] | undefined
        readonly unitIds?: readonly string[] | undefined
        readonly firstOrderFromSupplier?: true | undefined
        readonly aboveLastPrice?: true | undefined
      }
    | undefined
  readonly steps: readonly {
    readonly mode: ApprovalStep['mode']
    readonly people?: readonly string[] | undefined
    readonly role?: 'approver' | undefined
  }[]
  readonly timeoutHours?: number | undefined
  readonly remindAfterHours?: number | undefined
  readonly escalateAfterHours?: number | undefined
}

export async function addRule(
  deps: ApprovalsDeps,
  actor: Actor,
  input: RuleInput,
): Promise<ApprovalRule> {
  const now = deps.now()
  const rule = ruleFrom(input, newId('apr', now), actor)
  return deps.database.transaction(async (tx) => {
    await refuseUnknownPeople(deps, tx, rule)
    const added = await insertRule(tx, { rule, changedBy: actor.id, now }, rulesMax)
    if (!added) throw fail('rules_limit_reached', { limit: rulesMax })
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
  const rule = ruleFrom(input, ruleId as Id<'apr'>, actor)
  return deps.database.transaction(async (tx) => {
    const changed = await replaceRule(tx, { rule, changedBy: actor.id, now })
    if (!changed) throw fail('rule_not_found', { ruleId })
    await refuseUnknownPeople(deps, tx, rule)
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

function ruleFrom(input: RuleInput, id: Id<'apr'>, { companyId }: Actor): ApprovalRule {
  const { name, position = 100, conditions = {}, timeoutHours = standardTimeoutHours } = input
  const { remindAfterHours, escalateAfterHours } = input
  refuseLateNotices(timeoutHours, remindAfterHours, escalateAfterHours)
  const unique = <One extends string>(some: readonly One[] = []) => [...new Set(some)]
  const steps = input.steps.map(({ mode, people, role }) => ({
    mode,
    people: unique(people),
    role,
  }))
  const empty = steps.findIndex(({ people, role }) => people.length === 0 && !role)
  if (empty >= 0) throw fail('step_empty', { step: empty + 1 })
  return {
    id,
    companyId,
    name,
    position,
    conditions: {
      amountFrom: amountFrom(conditions.amountFrom),
      categoryIds: unique(conditions.categoryIds),
      costCenters: unique(conditions.costCenters?.map((name) => name.trim())),
      requesterIds: unique(conditions.requesterIds),
      requesterRoles: unique(conditions.requesterRoles),
      supplierIds: unique(conditions.supplierIds),
      unitIds: unique(conditions.unitIds),
      firstOrderFromSupplier: conditions.firstOrderFromSupplier ?? false,
      aboveLastPrice: conditions.aboveLastPrice ?? false,
    },
    steps,
    timeoutHours,
    remindAfterHours,
    escalateAfterHours,
  }
}

/** A notice that would come after the order's deadline is a mistake in the rule. */
function refuseLateNotices(
  timeoutHours: number,
  remindAfterHours: number | undefined,
  escalateAfterHours: number | undefined,
): void {
  const isInTime = (hours: number | undefined) => hours === undefined || hours < timeoutHours
  if (isInTime(remindAfterHours) && isInTime(escalateAfterHours)) return
  throw fail('notices_too_late', { timeoutHours, remindAfterHours, escalateAfterHours })
}

function amountFrom(text: { amount: string; currency: string } | undefined): Money | undefined {
  if (!text) return undefined
  const { currency } = text
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const amount = parseMoney(text.amount, currency)
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid', text)
  return amount
}

async function refuseUnknownPeople(
  { peopleOf }: ApprovalsDeps,
  tx: Tx,
  { companyId, steps }: ApprovalRule,
): Promise<void> {
  const named = [...new Set(steps.flatMap(({ people }) => people))]
  if (named.length === 0) return
  const known = new Set(await peopleOf(tx, companyId, { ids: named }))
  const people = named.filter((id) => !known.has(id))
  if (people.length > 0) throw fail('people_unknown', { people })
}

function auditChange(
  tx: Tx,
  actor: Actor,
  done: 'added' | 'changed' | 'deleted',
  { id, name, steps }: ApprovalRule,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.rule_${done}`,
    target: { type: 'approval_rule', id },
    outcome: 'done',
    details: { name, steps: steps.length },
    now,
  })
  ringAfterCommit(tx, rulesChanged)
}
