import { type Static, Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { record, withDescription } from '#kernel/record'
import { UnitId } from '#modules/structure'
import { MoneyView, viewMoney } from '#platform/http'
import { type Budget, budgetPeriods, type EntryOfOrder, limitPeriods } from './budget.ts'
import { budgetLeft } from './budget-store.ts'
import type { BudgetImpact } from './hold-store.ts'
import type { BudgetNow } from './service.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Amount = Type.String({ pattern: '^[0-9]{1,11}(\\.[0-9]{1,4})?$', maxLength: 20 })
const Soft = Type.Boolean({
  description:
    'Orders above the limit are possible, but somebody with the role approver must approve them.',
})
const limitExample = { amount: '5000.00', currency: 'EUR' }
const Limit = Type.Object({
  amount: Amount,
  currency: Type.String({ pattern: currencyForm, maxLength: 3 }),
})

const budgetExample = {
  name: 'Workshop',
  costCenter: '4711',
  period: 'QUARTER',
  limit: limitExample,
}
const spendingExample = { name: 'Buyers', period: 'MONTH', limit: limitExample }

export const BudgetBody = record(
  'CreateBudget',
  'A budget of a cost centre, of a unit, or of a cost centre within a unit.',
  {
    name: Name,
    costCenter: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '[^ ]',
        description: 'Only its part of each purchase counts. Absent: the whole purchase counts.',
      }),
    ),
    unitId: Type.Optional(
      withDescription(
        UnitId,
        'Only purchases for this unit and for the units below it count. Absent: those of the whole company.',
      ),
    ),
    period: Type.Enum([...budgetPeriods], {
      description: 'Periods begin at midnight in the time zone of your company.',
    }),
    limit: Limit,
    soft: Type.Optional(Soft),
  },
  { examples: [budgetExample] },
)

export const SpendingLimitBody = record(
  'CreateSpendingLimit',
  'The spending limit of a person.',
  {
    name: Name,
    personId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The person that the limit applies to. Absent: each person has a limit of this amount.',
      }),
    ),
    period: Type.Enum([...limitPeriods], {
      description: 'Periods begin at midnight in the time zone of your company, weeks on Monday.',
    }),
    limit: Limit,
    soft: Type.Optional(Soft),
  },
  { examples: [spendingExample] },
)

export const BudgetChangeBody = record(
  'ChangeBudget',
  'The fields of a budget that change.',
  {
    name: Type.Optional(Name),
    limit: Type.Optional(
      Type.String({
        ...Amount,
        description: 'The amount, in the currency of the budget or limit.',
      }),
    ),
    soft: Type.Optional(Soft),
    active: Type.Optional(Type.Boolean({ description: 'False: it limits nothing any more.' })),
  },
  { minProperties: 1, examples: [{ limit: '7500.00' }] },
)

export const BudgetParams = Type.Object({ budgetId: Type.String({ maxLength: 64 }) })

const usageExample = {
  subject: '4711',
  held: { amount: '0.00', currency: 'EUR' },
  committed: { amount: '1250.00', currency: 'EUR' },
  left: { amount: '3750.00', currency: 'EUR' },
}
const viewExample = {
  id: 'bud_01m7xb82dw3khw78phh28dvacd',
  ...budgetExample,
  soft: false,
  active: true,
  startsOn: '2026-01-01',
  usages: [usageExample],
}

export const BudgetView = record(
  'Budget',
  'A budget of a cost centre or a unit, or the spending limit of a person, and its use in this period.',
  {
    id: Type.String(),
    name: Type.String(),
    costCenter: Type.Optional(Type.String()),
    unitId: Type.Optional(
      Type.String({ description: 'Purchases for this unit and for the units below it count.' }),
    ),
    personId: Type.Optional(Type.String()),
    period: Type.Enum([...new Set([...budgetPeriods, ...limitPeriods])]),
    limit: MoneyView,
    soft: Type.Boolean(),
    active: Type.Boolean(),
    startsOn: Type.String({
      format: 'date',
      description: 'The first day of the current period.',
    }),
    usages: Type.Array(
      record('BudgetUsage', 'The used amount of a budget, and the amount that is left.', {
        subject: Type.String({
          description: 'The cost centre, or the id of the unit or the person.',
        }),
        held: withDescription(MoneyView, 'The amount that open checkouts hold.'),
        committed: withDescription(
          MoneyView,
          'The amount of orders, including those that wait for approval.',
        ),
        left: withDescription(MoneyView, 'Never below zero.'),
      }),
      {
        description:
          'The usage of at most 200 people in this period. People who are missing have used nothing.',
      },
    ),
  },
  { examples: [viewExample] },
)

export const BudgetsView = record(
  'Budgets',
  'The budgets of the company.',
  { budgets: Type.Array(BudgetView) },
  { examples: [{ budgets: [viewExample] }] },
)

export const EntryView = record(
  'BudgetEntry',
  'An amount that was held, committed or released in a budget.',
  {
    kind: Type.Enum(['HOLD', 'COMMIT', 'RELEASE'], {
      description:
        'HOLD: a checkout began. COMMIT: its order was placed. RELEASE: the checkout ended without an order, or a part of the order was cancelled, returned or refused.',
    }),
    amount: MoneyView,
    subject: Type.String(),
    startsOn: Type.String({ format: 'date' }),
    checkoutId: Type.String({
      description:
        'The checkout. While a change of a placed order waits for approval: the approval request.',
    }),
    orderId: Type.Optional(
      Type.String({ description: 'The order of the checkout, if it has one.' }),
    ),
    orderNumber: Type.Optional(Type.String()),
    recordedAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        kind: 'COMMIT',
        amount: { amount: '1250.00', currency: 'EUR' },
        subject: '4711',
        startsOn: '2026-01-01',
        checkoutId: 'chk_01m7xb82dw3khw78phh28dvacd',
        orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
        orderNumber: 'PO-2026-000123',
        recordedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewBudget({ budget, startsOn, usages }: BudgetNow): Static<typeof BudgetView> {
  const { id, name, period, limit, soft, active } = budget
  return {
    id,
    name,
    ...viewSubject(budget),
    period,
    limit: viewMoney(limit),
    soft,
    active,
    startsOn,
    usages: usages.map(({ subject, held, committed }) => ({
      subject,
      held: viewMoney(held),
      committed: viewMoney(committed),
      left: viewMoney(budgetLeft(limit, held.amountMinor + committed.amountMinor)),
    })),
  }
}

function viewSubject({ kind, subject, unitId }: Budget) {
  if (kind === 'PERSON') return { ...(subject !== undefined && { personId: subject }) }
  return {
    ...(kind === 'COST_CENTER' && subject !== undefined && { costCenter: subject }),
    ...(unitId !== undefined && { unitId }),
  }
}

export function viewEntry(entry: EntryOfOrder): Static<typeof EntryView> {
  const { kind, amount, subject, startsOn, checkoutId, order, recordedAt } = entry
  return {
    kind,
    amount: viewMoney(amount),
    subject,
    startsOn,
    checkoutId,
    ...(order && { orderId: order.id, orderNumber: order.number }),
    recordedAt: recordedAt.toISOString(),
  }
}

export const BudgetImpactView = record(
  'BudgetImpact',
  'A budget or a spending limit that an order uses, in the period of the order.',
  {
    id: Type.String(),
    name: Type.String(),
    kind: Type.Enum(['COST_CENTER', 'UNIT', 'PERSON']),
    subject: Type.String({ description: 'The cost centre, or the id of the unit or the person.' }),
    unitId: Type.Optional(Type.String({ description: 'The unit that the budget names.' })),
    startsOn: Type.String({ format: 'date' }),
    limit: MoneyView,
    before: Type.Object(MoneyView.properties, {
      description: 'What the period has used without this order.',
    }),
    after: Type.Object(MoneyView.properties, {
      description: 'What the period has used with this order.',
    }),
    left: Type.Object(MoneyView.properties, {
      description: 'What is left of the limit with this order. 0 if it is exceeded.',
    }),
    exceeded: Type.Boolean({ description: 'True: the use with this order is above the limit.' }),
  },
)

export function viewBudgetImpact({
  limit,
  before,
  after,
  ...budget
}: BudgetImpact): Static<typeof BudgetImpactView> {
  return {
    ...budget,
    limit: viewMoney(limit),
    before: viewMoney(before),
    after: viewMoney(after),
    left: viewMoney(budgetLeft(limit, after.amountMinor)),
    exceeded: after.amountMinor > limit.amountMinor,
  }
}
