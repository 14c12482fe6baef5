import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, placed } from '#platform/lists'
import type { FailingPurchaseOrder } from './purchase-order-store.ts'
import type { PurchaseOrders } from './purchase-orders.ts'

const FailingPurchaseOrderView = record(
  'FailingPurchaseOrderPdf',
  'A purchase order that could not be rendered as PDF yet.',
  {
    orderId: Type.String(),
    buyerId: Type.String(),
    supplierId: Type.String(),
    revision: Type.Integer(),
    number: Type.String(),
    attempts: Type.Integer(),
    since: Type.String({ format: 'date-time' }),
    retryAt: Type.String({ format: 'date-time' }),
    error: Type.String({ description: 'The error of the last rendering.' }),
  },
)

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  buyerId: 'co_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  revision: 0,
  number: 'PO-2026-000123-1',
  attempts: 2,
  since: '2026-01-02T03:04:05.000Z',
  retryAt: '2026-01-02T03:06:05.000Z',
  error: 'The rendering took more than 180000 ms.',
}

export const failingPurchaseOrderList = (purchaseOrders: PurchaseOrders) =>
  defineList({
    operationId: 'listFailingPurchaseOrderPdfs',
    url: '/admin/orders/failing-pdfs',
    summary: 'List failing purchase order PDFs',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FailingPurchaseOrderView,
    examples: [example],
    columns: [
      'number',
      'orderId',
      'buyerId',
      'supplierId',
      'since',
      'attempts',
      'error',
      'retryAt',
    ],
    filters: {},
    sorts: { order: { read: (_request, cut) => readByOrder(purchaseOrders, cut) } },
    show: (documents: readonly FailingPurchaseOrder[]) => documents.map(viewFailing),
  })

async function readByOrder(purchaseOrders: PurchaseOrders, { after, limit }: Cut) {
  const place = after && ([String(after[0]), String(after[1]), Number(after[2])] as const)
  const found = await purchaseOrders.listFailing({ after: place, limit })
  return placed(found, ({ orderId, supplierId, revision }) => [orderId, supplierId, revision])
}

function viewFailing(one: FailingPurchaseOrder): Static<typeof FailingPurchaseOrderView> {
  const { companyId: buyerId, failedAt, retryAt, ...shown } = one
  return {
    ...shown,
    buyerId,
    since: failedAt.toISOString(),
    retryAt: retryAt.toISOString(),
  }
}
