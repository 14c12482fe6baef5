import { answers, type Http, ok, type Routes } from '#platform/http'
import { type Resource, resources } from './budget-list.ts'
import { fail } from './failures.ts'
import {
  BudgetBody,
  BudgetChangeBody,
  BudgetParams,
  BudgetView,
  SpendingLimitBody,
  viewBudget,
} from './schemas.ts'
import type { Budgets } from './service.ts'

const tags = ['Budgets']

export function budgetsRoutes(budgets: Budgets): Routes {
  return async (http) => {
    addCreateRoutes(http, budgets)
    for (const resource of resources) addResourceRoutes(http, budgets, resource)
  }
}

function addCreateRoutes(http: Http, budgets: Budgets): void {
  http.route({
    method: 'POST',
    url: '/api/v1/budgets',
    config: {
      access: 'company_admin',
      fails: [
        'budgets.amount_invalid',
        'budgets.currency_unknown',
        'budgets.subject_required',
        'budgets.budgets_limit_reached',
        'structure.unit_unknown',
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
      const subject = costCenter?.trim() ?? body.unitId
      if (subject === undefined) throw fail('subject_required')
      const kind = costCenter === undefined ? 'UNIT' : 'COST_CENTER'
      const { id } = await budgets.add(actor, { ...body, kind, subject })
      return ok(viewBudget(await budgets.get(actor, id, [kind])))
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
      return ok(viewBudget(await budgets.get(actor, id, ['PERSON'])))
    },
  })
}

function addResourceRoutes(http: Http, budgets: Budgets, resource: Resource): void {
  addGetRoute(http, budgets, resource)
  addChangeRoute(http, budgets, resource)
}

function addGetRoute(http: Http, budgets: Budgets, resource: Resource): void {
  const { url, kinds, name, noun, opened } = resource
  http.route({
    method: 'GET',
    url: `${url}/:budgetId`,
    config: { access: 'accountant', ...opened, fails: ['budgets.budget_not_found'] },
    schema: {
      operationId: `get${name}`,
      summary: `Get a ${noun}`,
      description: 'The answer shows what is left of it now.',
      tags,
      params: BudgetParams,
      response: answers(BudgetView),
    },
    handler: async ({ actor, params: { budgetId } }) =>
      ok(viewBudget(await budgets.get(actor, budgetId, kinds))),
  })
}

function addChangeRoute(http: Http, budgets: Budgets, resource: Resource): void {
  const { url, kinds, name, noun, refusals } = resource
  http.route({
    method: 'PATCH',
    url: `${url}/:budgetId`,
    config: {
      access: 'company_admin',
      fails: ['budgets.budget_not_found', 'budgets.amount_invalid', ...refusals],
    },
    schema: {
      operationId: `change${name}`,
      summary: `Change a ${noun}`,
      description:
        'This can also switch it off. A lower limit does not change what is already held or spent.',
      tags,
      params: BudgetParams,
      body: BudgetChangeBody,
      response: answers(BudgetView),
    },
    handler: async ({ actor, params: { budgetId }, body }) => {
      await budgets.change(actor, budgetId, kinds, body)
      return ok(viewBudget(await budgets.get(actor, budgetId, kinds)))
    },
  })
}
