import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { Order } from '../order.ts'
import { asOrdered, purchaseOrderNumberOf } from './purchase-order-number.ts'

export const PurchaseOrderView = record(
  'PurchaseOrder',
  'The part of an order that one supplier delivers, and where its document is.',
  {
    supplierId: Type.String(),
    number: Type.String(),
    revision: Type.Integer({
      minimum: 0,
      description: 'How often the part has changed since it was ordered.',
    }),
    pdfUrl: Type.String({ description: 'Where to download it as PDF, with a credential.' }),
    ublUrl: Type.String({
      description: 'Where to download it as UBL 2.1 Order, with a credential.',
    }),
  },
)

const url = '/api/v1/orders/ord_01m7xb82dw3khw78phh28dvacd/documents/co_01m7x9v1c40e5rk2m8w3tq6zna'

export const purchaseOrderExample = {
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  number: 'PO-2026-000123-1',
  revision: 0,
  pdfUrl: `${url}.pdf`,
  ublUrl: `${url}.xml`,
}

/** Orders that a process of an older version made name no suppliers. */
export function viewPurchaseOrders(order: Order): Type.Static<typeof PurchaseOrderView>[] {
  return order.supplierIds.map((supplierId) =>
    viewPurchaseOrder(order, supplierId, purchaseOrderNumberOf(order, supplierId)),
  )
}

export function viewPurchaseOrder({ id }: Pick<Order, 'id'>, supplierId: string, number: string) {
  const document = `/api/v1/orders/${id}/documents/${supplierId}`
  return {
    supplierId,
    number,
    revision: asOrdered,
    pdfUrl: `${document}.pdf`,
    ublUrl: `${document}.xml`,
  }
}
