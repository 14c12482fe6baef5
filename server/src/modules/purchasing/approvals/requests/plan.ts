import { Decimal } from 'decimal.js'
import type { Actor, Role } from '#kernel/actor'
import { type Money, minorUnitsOf, roundToMoney } from '#kernel/money'
import type { PersonBehind } from '#modules/identity'
import type { Conn, Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { RulesOf } from '../rules/cached-rules.ts'
import { fieldsReadBy, matches } from '../rules/condition-fields.ts'
import {
  type ApprovalRule,
  type ApprovalStep,
  type ReadField,
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
  readonly supplierIds: readonly string[]
  /** Each is read only if a rule has a condition about it. */
  readonly categoriesOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The suppliers from whom the company has bought nothing yet. */
  readonly newSuppliersOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The lines above the last price that the company paid, as `product price`. */
  readonly raisedPricesOf: (tx: Tx) => Promise<ReadonlySet<string>>
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
  const read = await readFacts(deps, tx, companyId, requesterId, input, rules)
  const order = {
    companyId,
    requesterId,
    requesterRoles,
    total: input.total,
    costCenters: new Set(input.costCenters.filter((center) => center !== undefined)),
    supplierIds: new Set(input.supplierIds),
    categoryIds: read.categoryIds ?? none,
    unitIds: read.unitIds ?? none,
    newSupplierIds: read.newSupplierIds ?? none,
    raisedPrices: read.raisedPrices ?? none,
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
      categoryIds: sorted(read.categoryIds),
      requesterRoles: [...requesterRoles].sort(),
      supplierIds: [...order.supplierIds].sort(),
      unitIds: sorted(read.unitIds),
      newSupplierIds: sorted(read.newSupplierIds),
      raisedPrices: sorted(read.raisedPrices),
    },
  }
}

const none: ReadonlySet<string> = new Set()

const sorted = (values: ReadonlySet<string> | undefined) => values && [...values].sort()

/** What costs a statement is read only if a rule has a condition about it. */
async function readFacts(
  { unitsOf }: ApprovalsDeps,
  tx: Tx,
  companyId: string,
  requesterId: string,
  input: PlanInput,
  rules: readonly ApprovalRule[],
) {
  const fields = new Set<ReadField>(rules.flatMap(fieldsReadBy))
  return {
    categoryIds: fields.has('categories') ? await input.categoriesOf(tx) : undefined,
    unitIds: fields.has('units') ? await unitsOf(tx, companyId, requesterId) : undefined,
    newSupplierIds: fields.has('newSuppliers') ? await input.newSuppliersOf(tx) : undefined,
    raisedPrices: fields.has('raisedPrices') ? await input.raisedPricesOf(tx) : undefined,
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
