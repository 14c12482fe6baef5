import { Decimal } from 'decimal.js'
import type { Actor, Role } from '#kernel/actor'
import { type Money, minorUnitsOf, roundToMoney } from '#kernel/money'
import type { PersonBehind } from '#modules/identity'
import type { Conn, Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { RulesOf } from '../rules/cached-rules.ts'
import { fieldsReadBy, type ReadField } from '../rules/read-fields.ts'
import {
  type ApprovalRule,
  type ApprovalStep,
  matches,
  standardTimeoutHours,
} from '../rules/rule.ts'
import { contentOf, type PlannedStep } from './planned-step.ts'
import { peopleBehind, type RequestFacts } from './request.ts'

/** What the rules require. It stays valid for this order, even if the rules change. */
export type ApprovalPlan = {
  readonly requesterId: string
  /** The person who paid, if it is somebody else: neither of the two may approve. */
  readonly payerId?: string | undefined
  readonly steps: readonly PlannedStep[]
  readonly timeoutHours: number
  /** The shortest time of all matching rules; undefined if no rule has one. */
  readonly remindAfterHours?: number | undefined
  readonly escalateAfterHours?: number | undefined
  /** Absent in plans of an older version. */
  readonly facts?: RequestFacts
}

export type PlanInput = {
  /** The person or the API key that owns the order. A colleague may pay for it. */
  readonly orderedBy: string
  readonly total: Money
  readonly costCenters: readonly (string | undefined)[]
  /** What asks the role approver in addition to the rules: a soft budget that the order exceeds. */
  readonly alsoAsk: readonly { readonly id: string; readonly name: string }[]
  /** Read only if a rule has categories. */
  readonly categoriesOf: (tx: Tx) => Promise<ReadonlySet<string>>
}

const stepsMax = 20

/**
 * Participant: the approvals that this order needs, or undefined. Steps of several rules follow each other, and a step
 * that repeats an earlier one exactly is asked once. An approval that nobody could give is refused here, before any
 * money moves: otherwise the order would wait until its deadline.
 */
export async function planApproval(
  deps: ApprovalsDeps,
  rulesOf: RulesOf,
  tx: Tx,
  actor: Actor,
  input: PlanInput,
  now: Date,
): Promise<ApprovalPlan | undefined> {
  const { companyId } = actor
  const rules = await rulesOf(tx, companyId)
  if (rules.length === 0 && input.alsoAsk.length === 0) return undefined
  const { requesterId, requesterRoles, payerId } = await findRequester(deps, tx, actor, input)
  const looksAtCategories = rules.some(({ conditions }) => conditions.categoryIds.length > 0)
  const order = {
    companyId,
    requesterId,
    requesterRoles,
    total: input.total,
    costCenters: new Set(input.costCenters.filter((center) => center !== undefined)),
    categoryIds: looksAtCategories ? await input.categoriesOf(tx) : new Set<string>(),
  }
  const amountIn = await amountsIn(deps, tx, input.total, rules, now)
  const matching = rules.filter((rule) => matches(rule, order, amountIn))
  const asking = matching.map((rule) => ({ ...rule, reads: fieldsReadBy(rule) }))
  const steps = stepsOf([...asking, ...input.alsoAsk.map(asApprover)])
  if (steps.length === 0) return undefined
  if (steps.length > stepsMax) throw fail('too_many_steps', { steps: steps.length })
  for (const step of steps) {
    const seats = await seatsOf(deps, tx, companyId, step, peopleBehind({ requesterId, payerId }))
    if (seats.length === 0) throw fail('no_approver', { rule: step.ruleName })
  }
  const timeouts = matching.map((rule) => rule.timeoutHours)
  const timeoutHours = timeouts.length > 0 ? Math.min(...timeouts) : standardTimeoutHours
  return {
    requesterId,
    payerId,
    steps,
    timeoutHours,
    remindAfterHours: soonest(matching.map((rule) => rule.remindAfterHours)),
    escalateAfterHours: soonest(matching.map((rule) => rule.escalateAfterHours)),
    facts: {
      costCenters: [...order.costCenters].sort(),
      categoryIds: looksAtCategories ? [...order.categoryIds].sort() : undefined,
      requesterRoles: [...requesterRoles].sort(),
    },
  }
}

/** Rules judge the person who ordered, as budgets do. The person who pays only may not approve. */
async function findRequester(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor,
  { orderedBy }: PlanInput,
): Promise<{
  readonly requesterId: string
  readonly requesterRoles: ReadonlySet<Role>
  readonly payerId: string | undefined
}> {
  const payer = await deps.personBehind(tx, actor)
  if (orderedBy === actor.id) return { ...asRequester(payer), payerId: undefined }
  const requester = await deps.personBehind(tx, { companyId: actor.companyId, id: orderedBy })
  const isSame = requester.personId === payer.personId
  return { ...asRequester(requester), payerId: isSame ? undefined : payer.personId }
}

function asRequester({ personId, roles }: PersonBehind) {
  return { requesterId: personId, requesterRoles: roles }
}

function soonest(hours: readonly (number | undefined)[]): number | undefined {
  const given = hours.filter((one) => one !== undefined)
  return given.length === 0 ? undefined : Math.min(...given)
}

/** The people who may decide the step now, without those who left the company and those behind the order. */
export async function seatsOf(
  { peopleOf }: Pick<ApprovalsDeps, 'peopleOf'>,
  conn: Conn,
  companyId: string,
  { people, role }: ApprovalStep,
  own: readonly string[],
): Promise<string[]> {
  const seats = await peopleOf(conn, companyId, { ids: people, role })
  return seats.filter((id) => !own.includes(id))
}

function asApprover({ id, name }: PlanInput['alsoAsk'][number]): StepSource {
  return { id, name, steps: [{ mode: 'ANY', people: [], role: 'approver' }], reads: ['content'] }
}

type StepSource = Pick<ApprovalRule, 'name' | 'steps'> & {
  readonly id: string
  readonly reads: readonly ReadField[]
}

function stepsOf(rules: readonly StepSource[]): PlannedStep[] {
  const byContent = new Map<string, PlannedStep>()
  for (const { id: ruleId, name: ruleName, steps, reads: own } of rules) {
    for (const { mode, people, role } of steps) {
      const what = contentOf({ mode, people, role })
      const first = byContent.get(what) ?? { mode, people, role, ruleId, ruleName }
      byContent.set(what, { ...first, reads: [...new Set([...(first.reads ?? []), ...own])] })
    }
  }
  return [...byContent.values()]
}

/**
 * Converted at the current rates, rounded half to even. A missing rate is an error: a limit is never skipped for it.
 */
async function amountsIn(
  { fx }: ApprovalsDeps,
  tx: Tx,
  total: Money,
  rules: readonly ApprovalRule[],
  now: Date,
): Promise<(currency: string) => Money> {
  const { currency } = total
  const currencies = rules.flatMap(({ conditions }) => conditions.amountFrom?.currency ?? [])
  const known = new Map([[currency, total]])
  for (const to of new Set(currencies.filter((one) => one !== currency))) {
    const { rate } = (await fx.ratesInto(tx, to, now)).getConversion(currency)
    const whole = new Decimal(total.amountMinor.toString()).div(
      new Decimal(10).pow(minorUnitsOf(currency)),
    )
    known.set(to, roundToMoney(whole.times(rate), to))
  }
  return (to) => {
    const amount = known.get(to)
    if (!amount) throw new Error(`the total was not converted to ${to}`)
    return amount
  }
}
