import { withDescription } from '#kernel/record'
import { UnitId } from '#modules/structure'
import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
import {
  BudgetParams,
  BudgetsView,
  BudgetView,
  EntryView,
  viewBudget,
  viewEntry,
} from './schemas.ts'
import type { Budgets } from './service.ts'

/** Budgets and spending limits have the same routes for reading, changing and entries. */
export const resources = [
  {
    url: '/api/v1/budgets',
    kinds: ['COST_CENTER', 'UNIT'],
    name: 'Budget',
    noun: 'budget',
    subjects: ['costCenter', 'unitId'],
    refusals: ['structure.unit_unknown'],
    filters: { unitId: filter(withDescription(UnitId, 'The unit that the budget names.')) },
  },
  {
    url: '/api/v1/spending-limits',
    kinds: ['PERSON'],
    name: 'SpendingLimit',
    noun: 'spending limit',
    subjects: ['personId'],
    refusals: [],
    filters: {},
  },
] as const

export type Resource = (typeof resources)[number]
type Budget = Awaited<ReturnType<Budgets['list']>>[number]
type Entry = Awaited<ReturnType<Budgets['entries']>>[number]

export const budgetList = (
  budgets: Budgets,
  { url, kinds, name, noun, subjects, filters }: Resource,
) =>
  defineList({
    operationId: `list${name}s`,
    url,
    summary: `List ${noun}s`,
    description: 'Lists the oldest first. Each shows what is left of it now.',
    tags: ['Budgets'],
    config: { access: 'accountant' },
    item: BudgetView,
    within: { name: 'budgets', view: BudgetsView },
    columns: ['id', 'name', ...subjects, 'period', 'limit', 'active'],
    filters,
    sorts: {
      oldest: {
        read: async ({ actor, query }: Request, cut) => {
          const search = { kinds, ...query, after: lastId(cut), limit: cut.limit }
          return placed(await budgets.list(actor, search), ({ budget }) => [budget.id])
        },
      },
    },
    show: (budgetsNow: readonly Budget[]) => budgetsNow.map(viewBudget),
  })

type Request = ListRequest<{ readonly unitId?: string }>

export const budgetEntryList = (budgets: Budgets, { url, kinds, name, noun }: Resource) =>
  defineList({
    operationId: `list${name}Entries`,
    url: `${url}/:budgetId/entries`,
    summary: `List ${noun} entries`,
    description: 'Newest first.',
    tags: ['Budgets'],
    config: { access: 'accountant', fails: ['budgets.budget_not_found'] },
    params: BudgetParams,
    item: EntryView,
    columns: ['recordedAt', 'kind', 'amount', 'subject', 'orderNumber', 'startsOn'],
    filters: {},
    sorts: {
      newest: { read: (request: OfBudget, cut) => readEntries(budgets, kinds, request, cut) },
    },
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
