import { Decimal } from 'decimal.js'
import type { Actor, Role } from '#kernel/actor'
import { type Money, minorUnitsOf, roundToMoney } from '#kernel/money'
import type { PersonBehind } from '#modules/identity'
import type { Conn, Tx } from '#platform/db'
import type { RulesOf } from './cached-rules.ts'
import type { ApprovalsDeps } from './deps.ts'
import { fail } from './failures.ts'
import { peopleBehind } from './request.ts'
import { type ApprovalRule, type ApprovalStep, matches, standardTimeoutHours } from './rule.ts'

export type PlannedStep = ApprovalStep & { readonly ruleId: string; readonly ruleName: string }

/** What the rules ask for. It holds for this order from now on, however they change. */
export type ApprovalPlan = {
  readonly requesterId: string
  /** Who paid, where that is somebody else: neither of the two has a say. */
  readonly payerId?: string | undefined
  readonly steps: readonly PlannedStep[]
  readonly timeoutHours: number
  /** Of the rules that ask the soonest; undefined where none says so. */
  readonly remindAfterHours?: number | undefined
  readonly escalateAfterHours?: number | undefined
}

export type PlanInput = {
  /** The person or the API key whose order it is. A colleague may pay for it. */
  readonly orderedBy: string
  readonly total: Money
  readonly costCenters: readonly (string | undefined)[]
  /** What asks for the role approver beside the rules: a soft budget that this goes beyond. */
  readonly alsoAsk: readonly { readonly id: string; readonly name: string }[]
  /** Asked only where a rule looks at them. */
  readonly categoriesOf: (tx: Tx) => Promise<ReadonlySet<string>>
}

const stepsMax = 20

/**
 * A participant: who must agree to this order, or undefined. Steps of several rules follow each other, and one that asks
 * exactly what an earlier one did is asked once. An approval that nobody could give is refused here, before any money
 * moves: else the order would wait for its own end.
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
  const { requesterId, requesterRoles, payerId } = await whoIsBehind(deps, tx, actor, input)
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
  const steps = stepsOf([...matching, ...input.alsoAsk.map(asApprover)])
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
  }
}

/** Rules judge whoever ordered, as budgets do; who hands it over to payment is only kept from agreeing to it. */
async function whoIsBehind(
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
  const said = hours.filter((one) => one !== undefined)
  return said.length === 0 ? undefined : Math.min(...said)
}

/** Whoever may decide the step at this moment: who left the company, or whose order it is, may not. */
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

function asApprover({ id, name }: PlanInput['alsoAsk'][number]): Asking {
  return { id, name, steps: [{ mode: 'ANY', people: [], role: 'approver' }] }
}

type Asking = Pick<ApprovalRule, 'name' | 'steps'> & { readonly id: string }

function stepsOf(rules: readonly Asking[]): PlannedStep[] {
  const asked = new Map<string, PlannedStep>()
  for (const { id: ruleId, name: ruleName, steps } of rules) {
    for (const { mode, people, role } of steps) {
      const what = JSON.stringify([mode, [...people].sort(), role])
      if (!asked.has(what)) asked.set(what, { mode, people, role, ruleId, ruleName })
    }
  }
  return [...asked.values()]
}

/** Converted at the rates of the moment, rounded half to even. No rate is an error: a limit is never skipped for it. */
async function amountsIn(
  { fx }: ApprovalsDeps,
  tx: Tx,
  total: Money,
  rules: readonly ApprovalRule[],
  now: Date,
): Promise<(currency: string) => Money> {
  const { currency } = total
  const asked = rules.flatMap(({ conditions }) => conditions.amountFrom?.currency ?? [])
  const known = new Map([[currency, total]])
  for (const to of new Set(asked.filter((one) => one !== currency))) {
    const { rate } = (await fx.ratesInto(tx, to, now)).getConversion(currency)
    const whole = new Decimal(total.amountMinor.toString()).div(
      new Decimal(10).pow(minorUnitsOf(currency)),
    )
    known.set(to, roundToMoney(whole.times(rate), to))
  }
  return (to) => {
    const amount = known.get(to)
    if (!amount) throw new Error(`nobody told the total in ${to}`)
    return amount
  }
}
