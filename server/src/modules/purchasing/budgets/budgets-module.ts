import type { Fx } from '#modules/fx'
import { listPeopleIds, personBehind } from '#modules/identity'
import { unitsOfPurchase } from '#modules/structure'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { budgetEntryList, budgetList, resources } from './budget-list.ts'
import type { BudgetsDeps } from './deps.ts'
import { budgetsRoutes } from './routes.ts'
import { createBudgets } from './service.ts'

/** `ordersOfCheckouts` comes from the composition root, because budgets must not import orders. */
type Needs = Runtime & Pick<BudgetsDeps, 'ordersOfCheckouts'> & { readonly fx: Fx }

export const budgetsModule = defineModule({
  name: 'budgets',
  tags: { Budgets: 'Budgets of cost centres and units, and spending limits of people.' },
  make: ({ database, wake, fx, ordersOfCheckouts, now }: Needs) => {
    const budgets = createBudgets({
      database,
      wake,
      fx,
      peopleOf: listPeopleIds,
      personBehind,
      unitsOfPurchase,
      ordersOfCheckouts,
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
