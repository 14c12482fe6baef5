import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import {
  BudgetParams,
  BudgetsView,
  BudgetView,
  EntryView,
  viewBudget,
  viewEntry,
} from './schemas.ts'
import type { Budgets } from './service.ts'

/** A cost centre's budget and a person's spending limit have the same routes for reading, changing and entries. */
export const resources = [
  { url: '/api/v1/budgets', kind: 'COST_CENTER', name: 'Budget', noun: 'budget' },
  { url: '/api/v1/spending-limits', kind: 'PERSON', name: 'SpendingLimit', noun: 'spending limit' },
] as const

type Resource = (typeof resources)[number]
type Budget = Awaited<ReturnType<Budgets['list']>>[number]
type Entry = Awaited<ReturnType<Budgets['entries']>>[number]

export const budgetList = (budgets: Budgets, { url, kind, name, noun }: Resource) =>
  defineList({
    operationId: `list${name}s`,
    url,
    summary: `List ${noun}s`,
    description: 'Lists the oldest first. Each shows what is left of it now.',
    tags: ['Budgets'],
    config: { access: 'accountant' },
    item: BudgetView,
    within: { name: 'budgets', view: BudgetsView },
    columns: [
      'id',
      'name',
      kind === 'PERSON' ? 'personId' : 'costCenter',
      'period',
      'limit',
      'active',
    ],
    filters: {},
    sorts: {
      oldest: {
        read: async ({ actor }: ListRequest, { after, limit }) => {
          const page = { after: after && String(after[0]), limit }
          return placed(await budgets.list(actor, kind, page), ({ budget }) => [budget.id])
        },
      },
    },
    show: (budgetsNow: readonly Budget[]) => budgetsNow.map(viewBudget),
  })

export const budgetEntryList = (budgets: Budgets, { url, kind, name, noun }: Resource) =>
  defineList({
    operationId: `list${name}Entries`,
    url: `${url}/:budgetId/entries`,
    summary: `List ${noun} entries`,
    description: 'Newest first.',
    tags: ['Budgets'],
    config: { access: 'accountant', fails: ['budgets.budget_not_found'] },
    params: BudgetParams,
    item: EntryView,
    columns: ['recordedAt', 'kind', 'amount', 'subject', 'checkoutId', 'startsOn'],
    filters: {},
    sorts: {
      newest: { read: (request: OfBudget, cut) => readEntries(budgets, kind, request, cut) },
    },
    show: (entries: readonly Entry[]) => entries.map(viewEntry),
  })

type OfBudget = ListRequest & { readonly params: { readonly budgetId: string } }

async function readEntries(
  budgets: Budgets,
  kind: Resource['kind'],
  { actor, params }: OfBudget,
  { after, limit }: Cut,
) {
  const { budget } = await budgets.get(actor, params.budgetId, kind)
  const before = after && Number(after[0])
  return placed(await budgets.entries(budget, { before, limit }), ({ entry }) => [entry])
}
