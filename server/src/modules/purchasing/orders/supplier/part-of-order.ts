import { deliveriesFor } from '../addresses/deliveries.ts'
import type { Order, OrderDocument, PlacedLine } from '../order.ts'
import { poNumberOf } from './po-number-of.ts'
import { purchaseOrderNumberOf } from './purchase-order-number.ts'

/** What a supplier sees of an order: its own lines, shipments and returns, under the number of its purchase order. */
export function partOfSupplier(document: OrderDocument, supplierId: string): OrderDocument {
  const own = document.lines
    .filter(({ supplierCompanyId }) => supplierCompanyId === supplierId)
    .map(({ progress }) => progress.lineNumber)
  return onlyLines(document, new Set(own), supplierId)
}

/** A supplier does not see other suppliers' lines, nor what the buyer pays and gets back. */
export function onlyLines(
  { order, lines, shipments, returns }: OrderDocument,
  own: ReadonlySet<number>,
  supplierId: string,
): OrderDocument {
  const theirs = lines.filter(({ progress }) => own.has(progress.lineNumber))
  const isTheirs = (one: { readonly supplierCompanyId: string }) =>
    one.supplierCompanyId === supplierId
  return {
    order: onlyOwn(order, theirs, theirs.length < lines.length, supplierId),
    lines: theirs,
    shipments: shipments.filter(isTheirs),
    returns: returns.filter(isTheirs),
    credits: [],
    timeline: [],
  }
}

/**
 * Nor does it see where and how other suppliers' goods go, or the buyer's note. The address is that of the supplier's
 * first delivery. A note is for all suppliers of an order or for one of them, and nobody knows which.
 */
function onlyOwn(
  order: Order,
  lines: readonly PlacedLine[],
  hasOthers: boolean,
  supplierId: string,
): Order {
  return {
    ...order,
    ...deliveriesFor(
      order,
      lines.map(({ progress }) => progress),
    ),
    number: purchaseOrderNumberOf(order, supplierId),
    note: hasOthers ? undefined : order.note,
    poNumber: poNumberOf(order, lines),
    shippingCosts: order.shippingCosts?.filter(
      ({ supplierCompanyId }) => supplierCompanyId === supplierId,
    ),
  }
}
