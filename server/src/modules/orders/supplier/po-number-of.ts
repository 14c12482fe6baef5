import type { Order } from '../order.ts'

/** That of the order, for who supplies these of its lines: none where each of them has one of its own. */
export function poNumberOf(
  { poNumber }: Pick<Order, 'poNumber'>,
  own: readonly { readonly poNumber?: string | undefined }[],
): string | undefined {
  return own.some((line) => line.poNumber === undefined) ? poNumber : undefined
}
