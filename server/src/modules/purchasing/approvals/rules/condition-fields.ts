import type { Money } from '#kernel/money'
import type { conditionSchemas } from './condition-schemas.ts'
import type { ApprovalRule, Conditions, OrderFacts, ReadField } from './rule.ts'

type Condition = {
  /** The field of the order that it depends on. If that changes, an approval is needed again. */
  readonly reads: ReadField
  readonly isGiven: (conditions: Conditions) => boolean
  readonly holds: (
    conditions: Conditions,
    order: OrderFacts,
    amountIn: (currency: string) => Money,
  ) => boolean
}

type ListName = {
  [Name in keyof Conditions]: Conditions[Name] extends readonly string[] ? Name : never
}[keyof Conditions]

/** At least one of the order's values is in the list. */
function listCondition(
  name: ListName,
  reads: ReadField,
  valuesOf: (order: OrderFacts) => ReadonlySet<string>,
): Condition {
  return {
    reads,
    isGiven: (conditions) => conditions[name].length > 0,
    holds: (conditions, order) => conditions[name].some((value) => valuesOf(order).has(value)),
  }
}

/** The order has at least one such value. */
function flagCondition(
  name: 'firstOrderFromSupplier' | 'aboveLastPrice' | 'offContract' | 'freeTextLines',
  reads: ReadField,
  valuesOf: (order: OrderFacts) => ReadonlySet<string>,
): Condition {
  return {
    reads,
    isGiven: (conditions) => conditions[name],
    holds: (_conditions, order) => valuesOf(order).size > 0,
  }
}

/** The field that each condition depends on, and when it holds. */
const conditionFields: Readonly<Record<keyof typeof conditionSchemas, Condition>> = {
  amountFrom: {
    reads: 'total',
    isGiven: ({ amountFrom }) => amountFrom !== undefined,
    holds: ({ amountFrom }, _order, amountIn) =>
      !amountFrom || amountIn(amountFrom.currency).amountMinor >= amountFrom.amountMinor,
  },
  categoryIds: listCondition('categoryIds', 'categories', ({ categoryIds }) => categoryIds),
  costCenters: listCondition('costCenters', 'costCenters', ({ costCenters }) => costCenters),
  glAccounts: listCondition('glAccounts', 'glAccounts', ({ glAccounts }) => glAccounts),
  projects: listCondition('projects', 'projects', ({ projects }) => projects),
  requesterIds: listCondition(
    'requesterIds',
    'requester',
    ({ requesterId }) => new Set([requesterId]),
  ),
  requesterRoles: listCondition(
    'requesterRoles',
    'requester',
    ({ requesterRoles }) => requesterRoles,
  ),
  supplierIds: listCondition('supplierIds', 'suppliers', ({ supplierIds }) => supplierIds),
  unitIds: listCondition('unitIds', 'units', ({ unitIds }) => unitIds),
  firstOrderFromSupplier: flagCondition(
    'firstOrderFromSupplier',
    'newSuppliers',
    ({ newSupplierIds }) => newSupplierIds,
  ),
  aboveLastPrice: flagCondition(
    'aboveLastPrice',
    'raisedPrices',
    ({ raisedPrices }) => raisedPrices,
  ),
  offContract: flagCondition(
    'offContract',
    'offContractProducts',
    ({ offContractProducts }) => offContractProducts,
  ),
  freeTextLines: flagCondition(
    'freeTextLines',
    'freeTextProducts',
    ({ freeTextProducts }) => freeTextProducts,
  ),
}

/** `amountIn` returns the order's total in another currency. */
export function matchesOrder(
  { conditions }: Pick<ApprovalRule, 'conditions'>,
  order: OrderFacts,
  amountIn: (currency: string) => Money,
): boolean {
  return givenConditions(conditions).every(({ holds }) => holds(conditions, order, amountIn))
}

/** The fields that the conditions of a rule read. A rule without conditions is about the order as a whole. */
export function fieldsReadBy({ conditions }: Pick<ApprovalRule, 'conditions'>): ReadField[] {
  const fields = new Set(givenConditions(conditions).map(({ reads }) => reads))
  return fields.size > 0 ? [...fields] : ['content']
}

function givenConditions(conditions: Conditions): readonly Condition[] {
  return Object.values(conditionFields).filter(({ isGiven }) => isGiven(conditions))
}
