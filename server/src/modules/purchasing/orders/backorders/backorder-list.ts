import { Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { type Cut, defineList, placed } from '#platform/lists'
import type { WaitingDeps } from '../proposals/waiting-view.ts'
import { type Backorder, listBackorders } from './backorder-store.ts'

const BackorderView = record('WaitingOrderLine', 'A line of an order that waits for stock.', {
  orderId: Type.String(),
  orderNumber: Type.String(),
  lineNumber: Type.Integer(),
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  supplierId: Type.String(),
  supplierName: Type.Optional(Type.String()),
  productId: Type.String(),
  sku: Type.String(),
  waitingQuantity: quantitySchema({ description: 'How much of the line waits.' }),
  unit: Type.String({ description: 'A code of UN/ECE Recommendation 20.' }),
  since: Type.String({ format: 'date-time', description: 'When the line began to wait.' }),
  promisedDate: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day on which the supplier promises that the line arrives.',
    }),
  ),
})

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  lineNumber: 1,
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  supplierId: 'co_01m7xb82dw3khw78phh28dvace',
  supplierName: 'Kabelwerk Direkt',
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  sku: '2125510',
  waitingQuantity: 12,
  unit: 'C62',
  since: '2026-01-02T03:04:05.000Z',
  promisedDate: '2026-01-16',
}

export const backorderList = (deps: WaitingDeps) =>
  defineList({
    operationId: 'listBackorders',
    url: '/admin/orders/backorders',
    summary: 'List lines of orders that wait for stock',
    description: 'Lists the oldest first. Arriving stock serves them in this order.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: BackorderView,
    examples: [example],
    columns: [
      'orderNumber',
      'lineNumber',
      'companyId',
      'companyName',
      'supplierId',
      'supplierName',
      'sku',
      'waitingQuantity',
      'unit',
      'since',
      'promisedDate',
    ],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(deps, cut) } },
    show: (lines: readonly Backorder[]) => viewBackorders(deps, lines),
  })

async function readOldest({ database }: WaitingDeps, { after, limit }: Cut) {
  const [orderId, lineNumber] = after ?? []
  const place =
    orderId === undefined ? undefined : { orderId: String(orderId), lineNumber: Number(lineNumber) }
  const found = await listBackorders(database.pool, { after: place, limit })
  return placed(found, (line) => [line.orderId, line.lineNumber])
}

async function viewBackorders({ database, namesOf }: WaitingDeps, lines: readonly Backorder[]) {
  const ids = lines.flatMap((line) => [line.companyId, line.supplierCompanyId])
  const names = await namesOf(database.pool, [...new Set(ids)])
  return lines.map(({ companyId, supplierCompanyId, waiting, since, promisedDate, ...line }) => {
    const companyName = names.get(companyId)
    const supplierName = names.get(supplierCompanyId)
    return {
      ...line,
      companyId,
      ...(companyName !== undefined && { companyName }),
      supplierId: supplierCompanyId,
      ...(supplierName !== undefined && { supplierName }),
      waitingQuantity: numberOf(waiting),
      since: since.toISOString(),
      ...(promisedDate !== undefined && { promisedDate }),
    }
  })
}
