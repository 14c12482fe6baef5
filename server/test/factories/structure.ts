import { countAddressesOfUnit } from '#modules/addresses'
import { countBudgetsOfUnit } from '#modules/budgets'
import { noteUnitMoved } from '#modules/products'
import { createStructure, type Structure } from '#modules/structure'
import type { Database } from '#platform/db'

/** The module on a real database. */
export function aStructure(database: Database, now: () => Date): Structure {
  return createStructure({
    database,
    now,
    usesOfUnit: async (...unit) => ({
      budgets: await countBudgetsOfUnit(...unit),
      addresses: await countAddressesOfUnit(...unit),
    }),
    unitMoved: noteUnitMoved,
  })
}
