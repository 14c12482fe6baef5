import type { Order } from '../order.ts'

/** The PO number of the order, for the supplier of these lines. Undefined if each line has its own PO number. */
export function poNumberOf(
  { poNumber }: Pick<Order, 'poNumber'>,
  own: readonly { readonly poNumber?: string | undefined }[],
): string | undefined {
  return own.some((line) => line.poNumber === undefined) ? poNumber : undefined
}
