import { withDescription } from '#kernel/record'
import { isOfUnits, UnitId } from '#modules/structure'
import { sql } from '#platform/db'
import { type Cut, defineList, filter, type ListRequest, ofCompany, placed } from '#platform/lists'
import { toBudget } from './budget-store.ts'
import {
  BudgetParams,
  BudgetsView,
  BudgetView,
  EntryView,
  viewBudget,
  viewEntry,
} from './schemas.ts'
import type { Budgets } from './service.ts'
import type { BudgetRow } from './tables.ts'

/** Budgets and spending limits have the same routes for reading, changing and entries. */
export const resources = [
  {
    url: '/api/v1/budgets',
    kinds: ['COST_CENTER', 'UNIT'],
    name: 'Budget',
    noun: 'budget',
    subjects: ['costCenter', 'unitId'],
    refusals: ['structure.unit_unknown'],
    opened: { unitsToo: true },
    filters: {
      unitId: filter(
        withDescription(UnitId, 'The unit that the budget names.'),
        (unitId) => sql`t.unit_id = ${unitId}`,
      ),
    },
  },
  {
    url: '/api/v1/spending-limits',
    kinds: ['PERSON'],
    name: 'SpendingLimit',
    noun: 'spending limit',
    subjects: ['personId'],
    refusals: [],
    opened: {},
    filters: {},
  },
] as const

export type Resource = (typeof resources)[number]
type Entry = Awaited<ReturnType<Budgets['entries']>>[number]

export const budgetList = (
  budgets: Budgets,
  { url, kinds, name, noun, subjects, filters, opened }: Resource,
) =>
  defineList({
    operationId: `list${name}s`,
    url,
    summary: `List ${noun}s`,
    description: `Lists the oldest first. Each shows what is left of it now. With \`updatedAfter\` it lists each ${noun} that somebody changed; the entries say what is spent.`,
    tags: ['Budgets'],
    config: { access: 'accountant', operatorsToo: true, ...opened },
    item: BudgetView,
    within: { name: 'budgets', view: BudgetsView },
    columns: ['id', 'name', ...subjects, 'period', 'limit', 'active'],
    filters,
    from: sql`budgets.budgets t`,
    scope: async ({ actor }) => {
      const all = sql`${ofCompany(actor)} and t.kind = any(${[...kinds]}::text[])`
      const unitIds = await budgets.unitsReadBy(actor)
      return unitIds ? sql`${all} and ${isOfUnits(unitIds)}` : all
    },
    identity: { 't.id': 'text' },
    sorts: { oldest: { keys: { 't.id': 'text' }, direction: 'asc' } },
    writtenAt: 't.written_at',
    csv: { operationId: `download${name}s`, summary: `Download ${noun}s as CSV` },
    show: async (rows: readonly BudgetRow[], { actor: { companyId } }) =>
      (await budgets.withUsages(companyId, rows.map(toBudget))).map(viewBudget),
  })

export const budgetEntryList = (budgets: Budgets, { url, kinds, name, noun, opened }: Resource) =>
  defineList({
    operationId: `list${name}Entries`,
    url: `${url}/:budgetId/entries`,
    summary: `List ${noun} entries`,
    description: 'Newest first.',
    tags: ['Budgets'],
    config: { access: 'accountant', ...opened, fails: ['budgets.budget_not_found'] },
    params: BudgetParams,
    item: EntryView,
    columns: ['recordedAt', 'kind', 'amount', 'subject', 'orderNumber', 'startsOn'],
    filters: {},
    sorts: {
      newest: { read: (request: OfBudget, cut) => readEntries(budgets, kinds, request, cut) },
    },
    csv: { operationId: `download${name}Entries`, summary: `Download ${noun} entries as CSV` },
    show: (entries: readonly Entry[]) => entries.map(viewEntry),
  })

type OfBudget = ListRequest & { readonly params: { readonly budgetId: string } }

async function readEntries(
  budgets: Budgets,
  kinds: Resource['kinds'],
  { actor, params }: OfBudget,
  { after, limit }: Cut,
) {
  const { budget } = await budgets.get(actor, params.budgetId, kinds)
  const before = after && Number(after[0])
  return placed(await budgets.entries(budget, { before, limit }), ({ entry }) => [entry])
}
