import { Type } from 'typebox'
import type { Money } from '#kernel/money'
import { withDescription } from '#kernel/record'
import { MoneyView } from '#platform/http'
import type { ApprovalRule, Conditions, OrderFacts, ReadField } from './rule.ts'

const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description })

/** The conditions of a rule in requests. */
export const conditionSchemas = {
  amountFrom: withDescription(
    MoneyView,
    'The total is this or more, in whatever currency it is ordered.',
  ),
  categoryIds: ids('At least one line is in one of these categories, or in a category below one.'),
  costCenters: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
  requesterIds: ids('One of these people ordered; for an API key, the person who made it.'),
  requesterRoles: Type.Array(Type.Enum(['buyer', 'approver', 'company_admin']), { maxItems: 3 }),
  supplierIds: ids('At least one line is from one of these suppliers.'),
  unitIds: ids(
    'The person who ordered belongs to one of these units of the company, or to a unit below one.',
  ),
  firstOrderFromSupplier: Type.Literal(true, {
    description:
      'At least one line is from a supplier from whom the company has bought nothing yet. Orders that wait, were rejected or were cancelled do not count.',
  }),
  aboveLastPrice: Type.Literal(true, {
    description:
      'The price of at least one line is above the last one that the company paid for the product. A price in another currency counts as above. A product that was never bought has no last price.',
  }),
}

type Condition = {
  /** What of an order it depends on: if that changes, an approval is needed again. */
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
function oneOf(
  name: ListName,
  reads: ReadField,
  valuesOf: (order: OrderFacts) => ReadonlySet<string>,
): Condition {
  return {
    reads,
    isGiven: (conditions) => conditions[name].length > 0,
    holds: (conditions, order) => conditions[name].some((one) => valuesOf(order).has(one)),
  }
}

/** The order has at least one such value. */
function some(
  name: 'firstOrderFromSupplier' | 'aboveLastPrice',
  reads: ReadField,
  valuesOf: (order: OrderFacts) => ReadonlySet<string>,
): Condition {
  return {
    reads,
    isGiven: (conditions) => conditions[name],
    holds: (_conditions, order) => valuesOf(order).size > 0,
  }
}

/** The one table of conditions: what each depends on, and when it holds. */
const conditionFields: Readonly<Record<keyof typeof conditionSchemas, Condition>> = {
  amountFrom: {
    reads: 'total',
    isGiven: ({ amountFrom }) => amountFrom !== undefined,
    holds: ({ amountFrom }, _order, amountIn) =>
      !amountFrom || amountIn(amountFrom.currency).amountMinor >= amountFrom.amountMinor,
  },
  categoryIds: oneOf('categoryIds', 'categories', ({ categoryIds }) => categoryIds),
  costCenters: oneOf('costCenters', 'costCenters', ({ costCenters }) => costCenters),
  requesterIds: oneOf('requesterIds', 'requester', ({ requesterId }) => new Set([requesterId])),
  requesterRoles: oneOf('requesterRoles', 'requester', ({ requesterRoles }) => requesterRoles),
  supplierIds: oneOf('supplierIds', 'suppliers', ({ supplierIds }) => supplierIds),
  unitIds: oneOf('unitIds', 'units', ({ unitIds }) => unitIds),
  firstOrderFromSupplier: some(
    'firstOrderFromSupplier',
    'newSuppliers',
    ({ newSupplierIds }) => newSupplierIds,
  ),
  aboveLastPrice: some('aboveLastPrice', 'raisedPrices', ({ raisedPrices }) => raisedPrices),
}

/** `amountIn` returns the order's total in another currency. */
export function matches(
  { conditions }: Pick<ApprovalRule, 'conditions'>,
  order: OrderFacts,
  amountIn: (currency: string) => Money,
): boolean {
  return givenConditions(conditions).every(({ holds }) => holds(conditions, order, amountIn))
}

/** The fields that the conditions of a rule read. A rule without conditions is about the order as a whole. */
export function fieldsReadBy({ conditions }: Pick<ApprovalRule, 'conditions'>): ReadField[] {
  const read = new Set(givenConditions(conditions).map(({ reads }) => reads))
  return read.size > 0 ? [...read] : ['content']
}

function givenConditions(conditions: Conditions): readonly Condition[] {
  return Object.values(conditionFields).filter(({ isGiven }) => isGiven(conditions))
}
