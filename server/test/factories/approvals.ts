import { type Approvals, createApprovals } from '#modules/approvals'
import { type Budgets, createBudgets } from '#modules/budgets'
import { getWorkingTime } from '#modules/calendar'
import { listPeopleIds, listUnitRoles, personBehind } from '#modules/identity'
import { listOrdersNumbered, listOrdersOfCheckouts } from '#modules/orders'
import { createAgreements } from '#modules/products'
import { createQuotas, type Quotas } from '#modules/quotas'
import { unitsAbove, unitsOfPurchase } from '#modules/structure'
import { createMemoryCache } from '#platform/cache'
import type { Conn, Database } from '#platform/db'
import { createWake } from '#platform/wake'
import { anFx } from './fx.ts'

/** The module on a real database; a company without rules asks nobody. */
export function anApprovals(database: Database, now: () => Date): Approvals {
  return createApprovals(depsOf(database, now))
}

/** The module on a real database; a company without budgets is limited by none. */
export function someBudgets(database: Database, now: () => Date): Budgets {
  return createBudgets(depsOf(database, now))
}

/** The module on a real database; a company without frame contracts is limited by none. */
export function someQuotas(database: Database, now: () => Date): Quotas {
  const agreements = createAgreements({ database, now, findCompany: async () => undefined })
  return createQuotas({ ...depsOf(database, now), agreements })
}

function depsOf(database: Database, now: () => Date) {
  return {
    database,
    wake: createWake(createMemoryCache(now)),
    fx: anFx(database),
    peopleOf: listPeopleIds,
    personBehind,
    unitApproversOf: (conn: Conn, companyId: string, ids: readonly string[]) =>
      listUnitRoles(conn, companyId, ids, 'approver'),
    unitsOfPurchase,
    unitsAbove,
    ordersOfCheckouts: listOrdersOfCheckouts,
    ordersNumbered: listOrdersNumbered,
    workingTimeOf: getWorkingTime,
    now,
  }
}
