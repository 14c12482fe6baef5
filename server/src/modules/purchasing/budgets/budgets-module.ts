import type { Fx } from '#modules/fx'
import { listPeopleIds, personBehind } from '#modules/identity'
import { unitsOfPurchase } from '#modules/structure'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { budgetEntryList, budgetList, resources } from './budget-list.ts'
import { budgetsRoutes } from './routes.ts'
import { createBudgets } from './service.ts'

export const budgetsModule = defineModule({
  name: 'budgets',
  tags: { Budgets: 'Budgets of cost centres and units, and spending limits of people.' },
  make: ({ database, wake, fx, now }: Runtime & { readonly fx: Fx }) => {
    const budgets = createBudgets({
      database,
      wake,
      fx,
      peopleOf: listPeopleIds,
      personBehind,
      unitsOfPurchase,
      now,
    })
    return {
      services: { budgets },
      routes: [
        budgetsRoutes(budgets),
        listRoutes(
          database,
          ...resources.flatMap((resource) => [
            budgetList(budgets, resource),
            budgetEntryList(budgets, resource),
          ]),
        ),
      ],
    }
  },
})
