import type { Money } from '#kernel/money'
import type { OrderDocument } from '#modules/orders'
import { sharedReferencesOf } from '#modules/orders/line-references'
import type { Tx } from '#platform/db'
import type { Invoice } from '../invoice.ts'
import { reductionLines } from './compose.ts'
import {
  beginStep,
  correctedInvoicesOf,
  type IssueDeps,
  leftOf,
  listToCredit,
  type OrderStep,
  writeInvoice,
} from './issue.ts'
import { limitToInvoiced } from './left-to-credit.ts'
import { withinRule } from './within-rule.ts'

/**
 * The reduced part of what has left: the goods of one line, the shipping cost of one parcel (`delivery` from 1), or the
 * fee of the supplier, which has no delivery.
 */
export type Reduced =
  | { readonly lineNumber: number; readonly amount: Money }
  | { readonly supplierId: string; readonly delivery: number | undefined; readonly amount: Money }

/**
 * The price of goods that have left was reduced: each supplier writes a credit note over its share for each address.
 * Goods that have not left are not invoiced yet, and their invoice will include the reduction.
 */
export async function creditReduction(
  deps: IssueDeps,
  tx: Tx,
  step: OrderStep & { readonly reductionId: string; readonly reduced: readonly Reduced[] },
): Promise<void> {
  const { companyId, orderId, reductionId } = step
  const found = await beginStep(deps, tx, step)
  if (!found) return
  const earlier = await listToCredit(tx, companyId, orderId)
  const parts = step.reduced.flatMap((one) => taxedReduction(found, one, earlier))
  const bySupplier = Map.groupBy(parts, ({ supplierId }) => supplierId)
  for (const [supplierId, own] of bySupplier) {
    const left = leftOf(earlier, supplierId)
    for (const [delivery, alike] of Map.groupBy(own, (part) => part.delivery)) {
      await writeInvoice(deps, tx, found, step, {
        kind: 'CREDIT_NOTE',
        sourceId: sourceOf(reductionId, supplierId, bySupplier.size),
        supplierId,
        delivery,
        document: sharedReferencesOf(found.order),
        lines: withinRule(limitToInvoiced(reductionLines(alike, left), left), [], left),
        charges: [],
        ...correctedInvoicesOf(earlier, supplierId, delivery),
      })
    }
  }
}

/** Several suppliers may deliver to one address: each has a document of its own. */
function sourceOf(reductionId: string, supplierId: string, suppliers: number): string {
  return suppliers === 1 ? reductionId : `${reductionId}/${supplierId}`
}

function taxedReduction(
  { order, lines }: OrderDocument,
  one: Reduced,
  earlier: readonly Invoice[],
) {
  const { amount } = one
  if (amount.amountMinor === 0n) return []
  if ('lineNumber' in one) {
    const line = lines.find(({ progress }) => progress.lineNumber === one.lineNumber)
    if (!line?.tax) return []
    const { supplierCompanyId: supplierId, delivery = 1, tax } = line
    return [{ lineNumber: one.lineNumber, supplierId, delivery, tax, amount }]
  }
  const { supplierId, delivery = deliveryOfFee(earlier, supplierId) } = one
  const cost = order.shippingCosts?.find(
    (other) =>
      other.supplierCompanyId === supplierId &&
      (other.delivery === undefined ? one.delivery === undefined : other.delivery + 1 === delivery),
  )
  return cost ? [{ supplierId, delivery, tax: cost.tax, amount }] : []
}

/** The first invoice of a supplier has its fee. */
function deliveryOfFee(earlier: readonly Invoice[], supplierId: string): number {
  const first = earlier.find(
    ({ kind, supplierCompanyId }) => kind === 'INVOICE' && supplierCompanyId === supplierId,
  )
  return first?.delivery ?? 1
}
