import { isDeepStrictEqual } from 'node:util'
import { missedPostalForms } from '#kernel/postal-code'
import { taxClasses } from '#modules/tax'
import type { Tx } from '#platform/db'
import type { LineChange } from '../change-requests/change-request.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { OrderInStep } from '../fulfilment/take-step.ts'
import type { Address } from '../order.ts'
import { deliveryOf } from './deliveries.ts'

/**
 * Throws if the goods could cost anything else at a requested address. Shipping methods depend on the country, and taxes on the
 * country and the postal code: whatever the tax class of a product is, its tax must be the same at both addresses.
 */
export async function assertSameCosts(
  { taxes }: Pick<FulfilmentDeps, 'taxes'>,
  tx: Tx,
  { order, now }: Pick<OrderInStep, 'order' | 'now'>,
  changes: readonly LineChange[],
): Promise<void> {
  const moved = changes.flatMap(({ line, requested: { shipTo } }) =>
    shipTo ? [{ line, from: deliveryOf(order, line).shipTo, to: shipTo }] : [],
  )
  const suppliers = new Set(moved.map(({ line }) => line.supplierCompanyId))
  if (suppliers.size === 0) return
  const taxOf = await taxes.forBuyer(tx, order.companyId, [...suppliers], now)
  for (const { line, from, to } of moved) {
    const { lineNumber, supplierCompanyId } = line
    const taxesAt = (shipTo: Address) =>
      taxClasses.map((taxClass) => taxOf({ supplierCompanyId, taxClass, shipTo }))
    if (from.country !== to.country || !isDeepStrictEqual(taxesAt(from), taxesAt(to))) {
      throw fail('address_costs_otherwise', { lineNumber })
    }
    const forms = missedPostalForms(to.country, to.postalCode)
    if (forms) throw fail('postal_code_invalid', { lineNumber, country: to.country, forms })
  }
}
