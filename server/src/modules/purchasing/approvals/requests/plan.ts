import { Decimal } from 'decimal.js'
import type { Actor, Role } from '#kernel/actor'
import { type Money, minorUnitsOf, roundToMoney } from '#kernel/money'
import type { ActorName, PersonBehind } from '#modules/identity'
import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import type { RulesOf } from '../rules/cached-rules.ts'
import { fieldsReadBy, matchesOrder } from '../rules/condition-fields.ts'
import type { ApprovalRule, ReadField } from '../rules/rule.ts'
import { approverSource, planSteps, shortestTimes } from './plan-steps.ts'
import type { PlannedStep } from './planned-step.ts'
import { peopleBehind, type RequestFacts } from './request.ts'
import { seatsOf } from './seats.ts'

/** The approvals that the rules require. The plan stays valid for this order, even if the rules change. */
export type ApprovalPlan = {
  readonly requesterId: string
  /** The person who paid, or who ordered a requisition, if it is somebody else: neither of the two may approve. */
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
  /** The person or integration that needs the order. A colleague may order it for a requisition, or pay for it. */
  readonly orderedBy: string
  /** The unit of the order. Undefined: that of the person who needs it. */
  readonly unitId: string | undefined
  readonly total: Money
  readonly costCenters: readonly (string | undefined)[]
  readonly glAccounts: readonly (string | undefined)[]
  readonly projects: readonly (string | undefined)[]
  /** What is booked where, of the lines with allocations: `cost centre, GL account, project, amount`. */
  readonly shares: readonly string[]
  /** The soft budgets that the order exceeds: each needs the role approver, in addition to the rules. */
  readonly alsoAsk: readonly { readonly id: string; readonly name: string }[]
  readonly supplierIds: readonly string[]
  /** Each is read only if a rule has a condition about it. */
  readonly categoriesOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The suppliers from whom the company has bought nothing yet. */
  readonly newSuppliersOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The lines above the last price that the company paid, as `product price`. */
  readonly raisedPricesOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The products that are bought past a frame contract with another supplier. */
  readonly offContractOf: (tx: Tx) => Promise<ReadonlySet<string>>
  /** The products that were found for lines of a requisition that said in words what is needed, as `product price proofs`. */
  readonly freeTextProducts: readonly string[]
}

/**
 * Participant: the approvals that this order needs, or undefined. An approval that nobody could give is refused here, before any
 * money moves: otherwise the order would wait until its deadline.
 */
export async function planApproval(
  deps: ApprovalsDeps,
  rulesOf: RulesOf,
  tx: Tx,
  actor: Actor | ActorName,
  input: PlanInput,
  now: Date,
): Promise<ApprovalPlan | undefined> {
  const { companyId } = actor
  const rules = await rulesOf(tx, companyId)
  if (rules.length === 0 && input.alsoAsk.length === 0) return undefined
  const { requesterId, requesterRoles, payerId } = await findRequester(deps, tx, actor, input)
  const facts = await readFacts(deps, tx, companyId, requesterId, input, rules)
  const order = {
    companyId,
    requesterId,
    requesterRoles,
    total: input.total,
    costCenters: given(input.costCenters),
    glAccounts: given(input.glAccounts),
    projects: given(input.projects),
    supplierIds: new Set(input.supplierIds),
    categoryIds: facts.categoryIds ?? emptySet,
    unitIds: facts.unitIds ?? emptySet,
    newSupplierIds: facts.newSupplierIds ?? emptySet,
    raisedPrices: facts.raisedPrices ?? emptySet,
    offContractProducts: facts.offContractProducts ?? emptySet,
    freeTextProducts: new Set(input.freeTextProducts),
  }
  const amountIn = await amountsIn(deps, tx, input.total, rules, now)
  const matchingRules = rules.filter((rule) => matchesOrder(rule, order, amountIn))
  const ruleSources = matchingRules.map((rule) => ({ ...rule, reads: fieldsReadBy(rule) }))
  const plannedSteps = planSteps([...ruleSources, ...input.alsoAsk.map(approverSource)])
  if (plannedSteps.length === 0) return undefined
  const steps = await askInUnit(
    deps,
    tx,
    { ...facts, companyId, unitId: input.unitId },
    plannedSteps,
  )
  for (const step of steps) {
    const seats = await seatsOf(deps, tx, companyId, step, peopleBehind({ requesterId, payerId }))
    if (seats.length === 0) throw fail('no_approver', { rule: step.ruleName })
  }
  return {
    requesterId,
    payerId,
    steps,
    ...shortestTimes(matchingRules),
    facts: {
      costCenters: [...order.costCenters].sort(),
      glAccounts: [...order.glAccounts].sort(),
      projects: [...order.projects].sort(),
      shares: [...input.shares].sort(),
      categoryIds: sortValues(facts.categoryIds),
      requesterRoles: [...requesterRoles].sort(),
      supplierIds: [...order.supplierIds].sort(),
      unitIds: sortValues(facts.unitIds),
      newSupplierIds: sortValues(facts.newSupplierIds),
      raisedPrices: sortValues(facts.raisedPrices),
      offContractProducts: sortValues(facts.offContractProducts),
      freeTextProducts: [...order.freeTextProducts].sort(),
    },
  }
}

/** Where a step asks a role, it also asks who has the role for the unit of the order or one above it. */
async function askInUnit(
  { unitsAbove }: ApprovalsDeps,
  tx: Tx,
  {
    companyId,
    unitId,
    unitIds: known,
  }: {
    readonly companyId: string
    readonly unitId: string | undefined
    /** The unit with those above it, if a rule has read them. */
    readonly unitIds: ReadonlySet<string> | undefined
  },
  steps: readonly PlannedStep[],
): Promise<readonly PlannedStep[]> {
  if (unitId === undefined || steps.every(({ role }) => role === undefined)) return steps
  const unitIds = [...(known ?? (await unitsAbove(tx, companyId, unitId)))].sort()
  return steps.map((step) => (step.role === undefined ? step : { ...step, unitIds }))
}

const emptySet: ReadonlySet<string> = new Set()

function given(codes: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(codes.filter((code) => code !== undefined))
}

const sortValues = (values: ReadonlySet<string> | undefined) => values && [...values].sort()

/** Reads a fact that costs a statement only if a rule has a condition about it. */
async function readFacts(
  { unitsOfPurchase }: ApprovalsDeps,
  tx: Tx,
  companyId: string,
  personId: string,
  input: PlanInput,
  rules: readonly ApprovalRule[],
) {
  const fields = new Set<ReadField>(rules.flatMap(fieldsReadBy))
  const readUnits = () => unitsOfPurchase(tx, companyId, { unitId: input.unitId, personId })
  return {
    categoryIds: fields.has('categories') ? await input.categoriesOf(tx) : undefined,
    unitIds: fields.has('units') ? await readUnits() : undefined,
    newSupplierIds: fields.has('newSuppliers') ? await input.newSuppliersOf(tx) : undefined,
    raisedPrices: fields.has('raisedPrices') ? await input.raisedPricesOf(tx) : undefined,
    offContractProducts: fields.has('offContractProducts')
      ? await input.offContractOf(tx)
      : undefined,
  }
}

/** Rules judge the person who needs the order, as budgets do. The person who orders or pays for it only may not approve. */
async function findRequester(
  deps: ApprovalsDeps,
  tx: Tx,
  actor: Actor | ActorName,
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
  const totals = new Map([[currency, total]])
  for (const to of new Set(currencies.filter((other) => other !== currency))) {
    const { rate } = (await fx.ratesInto(tx, to, now)).getConversion(currency)
    const amount = new Decimal(total.amountMinor.toString()).div(
      new Decimal(10).pow(minorUnitsOf(currency)),
    )
    totals.set(to, roundToMoney(amount.times(rate), to))
  }
  return (to) => {
    const amount = totals.get(to)
    if (!amount) throw new Error(`the total was not converted to ${to}`)
    return amount
  }
}
