import { Type } from 'typebox'
import { answers, type Http, list, listed, ok, PageQuery, type Routes } from '#platform/http'
import {
  BudgetBody,
  BudgetChangeBody,
  BudgetParams,
  BudgetsView,
  BudgetView,
  EntriesQuery,
  EntryView,
  SpendingLimitBody,
  viewBudget,
  viewEntry,
} from './schemas.ts'
import type { Budgets } from './service.ts'

const tags = ['Budgets']

export function budgetsRoutes(budgets: Budgets): Routes {
  return async (http) => {
    addingRoutes(http, budgets)
    for (const resource of resources) commonRoutes(http, budgets, resource)
  }
}

/** A cost centre's budget and a person's spending limit have the same routes for reading, changing and entries. */
const resources = [
  { url: '/api/v1/budgets', kind: 'COST_CENTER', name: 'Budget', what: 'budget' },
  { url: '/api/v1/spending-limits', kind: 'PERSON', name: 'SpendingLimit', what: 'spending limit' },
] as const

/** The cursor: the number of the last entry. */
const Position = Type.Integer()

function addingRoutes(http: Http, budgets: Budgets): void {
  http.route({
    method: 'POST',
    url: '/api/v1/budgets',
    config: {
      access: 'company_admin',
      fails: [
        'budgets.amount_invalid',
        'budgets.currency_unknown',
        'budgets.budgets_limit_reached',
      ],
    },
    schema: {
      operationId: 'addBudget',
      summary: 'Create a budget',
      description:
        'A checkout takes its amount from the budget when it begins, and gives it back when it ends without an order. Orders in other currencies count at the exchange rates of that moment.',
      tags,
      body: BudgetBody,
      response: answers(BudgetView, { status: 201 }),
    },
    handler: async ({ actor, body: { costCenter, ...body } }) => {
      const input = { ...body, kind: 'COST_CENTER', subject: costCenter.trim() } as const
      const { id } = await budgets.add(actor, input)
      return ok(viewBudget(await budgets.get(actor, id, 'COST_CENTER')))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/spending-limits',
    config: {
      access: 'company_admin',
      fails: [
        'budgets.amount_invalid',
        'budgets.currency_unknown',
        'budgets.person_unknown',
        'budgets.budgets_limit_reached',
      ],
    },
    schema: {
      operationId: 'addSpendingLimit',
      summary: 'Create a spending limit',
      description: 'Orders of an API key count for the person who made the key.',
      tags,
      body: SpendingLimitBody,
      response: answers(BudgetView, { status: 201 }),
    },
    handler: async ({ actor, body: { personId, ...body } }) => {
      const { id } = await budgets.add(actor, { ...body, kind: 'PERSON', subject: personId })
      return ok(viewBudget(await budgets.get(actor, id, 'PERSON')))
    },
  })
}

function commonRoutes(http: Http, budgets: Budgets, resource: (typeof resources)[number]): void {
  addListing(http, budgets, resource)
  addReading(http, budgets, resource)
  addChanging(http, budgets, resource)
  addEntries(http, budgets, resource)
}

function addListing(http: Http, budgets: Budgets, resource: (typeof resources)[number]): void {
  const { url, kind, name, what } = resource
  http.route({
    method: 'GET',
    url,
    config: { access: 'company_admin' },
    schema: {
      operationId: `list${name}s`,
      summary: `List ${what}s`,
      description: 'Lists the oldest first. Each shows what is left of it now.',
      tags,
      querystring: PageQuery,
      response: listed(BudgetsView),
    },
    handler: async ({ actor, page }) => {
      const cut = { after: page.after(Type.String()), limit: page.probe }
      const found = await budgets.list(actor, kind, cut)
      return page.answerAs('budgets', found, viewBudget, ({ budget }) => budget.id)
    },
  })
}

function addReading(http: Http, budgets: Budgets, resource: (typeof resources)[number]): void {
  const { url, kind, name, what } = resource
  http.route({
    method: 'GET',
    url: `${url}/:budgetId`,
    config: { access: 'company_admin', fails: ['budgets.budget_not_found'] },
    schema: {
      operationId: `get${name}`,
      summary: `Get a ${what}`,
      description: 'The answer shows what is left of it now.',
      tags,
      params: BudgetParams,
      response: answers(BudgetView),
    },
    handler: async ({ actor, params: { budgetId } }) =>
      ok(viewBudget(await budgets.get(actor, budgetId, kind))),
  })
}

function addChanging(http: Http, budgets: Budgets, resource: (typeof resources)[number]): void {
  const { url, kind, name, what } = resource
  http.route({
    method: 'PATCH',
    url: `${url}/:budgetId`,
    config: {
      access: 'company_admin',
      fails: ['budgets.budget_not_found', 'budgets.amount_invalid'],
    },
    schema: {
      operationId: `change${name}`,
      summary: `Change a ${what}`,
      description:
        'This can also switch it off. A lower limit does not change what is already held or spent.',
      tags,
      params: BudgetParams,
      body: BudgetChangeBody,
      response: answers(BudgetView),
    },
    handler: async ({ actor, params: { budgetId }, body }) => {
      await budgets.change(actor, budgetId, kind, body)
      return ok(viewBudget(await budgets.get(actor, budgetId, kind)))
    },
  })
}

function addEntries(http: Http, budgets: Budgets, resource: (typeof resources)[number]): void {
  const { url, kind, name, what } = resource
  http.route({
    method: 'GET',
    url: `${url}/:budgetId/entries`,
    config: { access: 'company_admin', fails: ['budgets.budget_not_found'] },
    schema: {
      operationId: `list${name}Entries`,
      summary: `List ${what} entries`,
      description: 'Newest first.',
      tags,
      params: BudgetParams,
      querystring: EntriesQuery,
      response: list(EntryView),
    },
    handler: async ({ actor, params, page }) => {
      const { budget } = await budgets.get(actor, params.budgetId, kind)
      const cut = { before: page.after(Position), limit: page.probe }
      const found = await budgets.entries(budget, cut)
      return page.answer(found, viewEntry, (last) => last.entry)
    },
  })
}
