import type { Order } from '../order.ts'

/**
 * The number of a supplier's part of an order: the number of the order, and the place of the supplier in it, from 1
 * (`PO-2026-000123-2`).
 */
export function purchaseOrderNumberOf(
  { number, supplierIds }: Pick<Order, 'number' | 'supplierIds'>,
  supplierId: string,
): string {
  const place = supplierIds.indexOf(supplierId)
  // A process of an older version stored no suppliers.
  return place < 0 ? number : `${number}-${place + 1}`
}

/** The revision of a purchase order as it was ordered. */
export const asOrdered = 0

/** The number of the order, for a number of an order or of a part of it. */
export function orderNumberIn(number: string): string {
  return number.replace(/(-\d{6,})-\d{1,4}$/, '$1')
}
