import { createHash } from 'node:crypto'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import { decimalOf, type Money } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import type { ShippingCost } from '#modules/totals'
import { pieces } from '#platform/units'
import { referencesOf } from '../line-references/index.ts'
import type { OrderDocument } from '../order.ts'
import type { WaitingRaise } from '../raises/waiting-raise-store.ts'

/**
 * SHA-256, in hexadecimal, of what an approver agrees to: lines, quantities, prices, totals, addresses and references.
 * It is computed from stored data, so every reader of the order gets the same hash. State, money and note are not part
 * of it, because they may change.
 */
export function contentHashOf(document: OrderDocument): string {
  return digestOf({ ...contentOf(document), orderId: document.order.id })
}

/** The same without the id of the order: two orders of equal content have one digest. */
export function contentDigestOf(document: OrderDocument): string {
  return digestOf(contentOf(document))
}

/** What an approver of a raise agrees to: this change of this order, with what it makes of the order. */
export function raiseHashOf(
  document: OrderDocument,
  { proposalId, changeRequestId, lineNumbers, differences }: RaiseContent,
): string {
  const change = { proposalId, changeRequestId, lineNumbers: [...lineNumbers] }
  return digestOf({ order: contentHashOf(document), ...change, differences: [...differences] })
}

type RaiseContent = Pick<
  WaitingRaise,
  'proposalId' | 'changeRequestId' | 'lineNumbers' | 'differences'
>

function digestOf(content: Hashable): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

function contentOf({ order, lines }: OrderDocument) {
  const { amounts } = order
  return {
    companyId: order.companyId,
    currency: order.total.currency,
    total: decimalOf(order.total),
    amounts: amounts && {
      goods: decimalOf(amounts.goods),
      discount: decimalOf(amounts.discount),
      shipping: decimalOf(amounts.shipping),
      tax: decimalOf(amounts.tax),
    },
    shippingCosts: order.shippingCosts?.map(shippingCostOf),
    deliveries: order.deliveries,
    shipTo: order.shipTo,
    billTo: order.billTo,
    poNumber: order.poNumber,
    costCenter: order.costCenter,
    lines: lines.map((line) => ({
      productId: line.productId,
      supplierCompanyId: line.supplierCompanyId,
      sku: line.sku,
      name: line.name,
      quantity: numberOf(line.quantity - line.progress.cancelled),
      unitPrice: line.unitPrice.amount.toFixed(),
      // Absent if it has the default value, so that older hashes stay valid.
      perQuantity: line.unitPrice.perQuantity === 1 ? undefined : line.unitPrice.perQuantity,
      unit: line.unit === pieces ? undefined : line.unit,
      total: decimalOf(line.total),
      discount: textOf(line.discount),
      tax: textOf(line.tax?.amount),
      ...referencesOf(line),
    })),
  }
}

function shippingCostOf({ amount, tax, ...parcel }: ShippingCost): Hashable {
  return { ...parcel, amount: decimalOf(amount), tax: { ...tax, amount: decimalOf(tax.amount) } }
}

function textOf(amount: Money | undefined): string | undefined {
  return amount && decimalOf(amount)
}
