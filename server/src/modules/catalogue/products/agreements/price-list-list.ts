import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import { type PriceListRow, priceListColumns, toPriceList } from './price-list-store.ts'
import { PriceListView, priceListExample, viewPriceList } from './schemas.ts'
import { soldByManaged } from './sellers.ts'

/** The primary key serves it, `price_lists_by_supplier` or `price_lists_by_unit`. */
export const priceListList = defineList({
  operationId: 'listPriceLists',
  url: '/api/v1/price-lists',
  summary: 'List price lists',
  description: 'Lists the newest first. Operators see the price lists of every supplier.',
  config: { access: 'supplier_admin' },
  item: PriceListView,
  examples: [priceListExample],
  columns: [
    'name',
    'supplierId',
    'currency',
    'validFrom',
    'validUntil',
    'companyIds',
    'unitId',
    'entryCount',
  ],
  filters: {
    unitId: filter(Type.String({ maxLength: 64 }), (unitId) => sql`t.unit_id = ${unitId}`),
  },
  from: sql`products.price_lists t`,
  select: priceListColumns,
  scope: ({ actor }) => soldByManaged(actor),
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
  csv: { operationId: 'downloadPriceLists', summary: 'Download price lists as CSV' },
  show: (rows: readonly PriceListRow[]) => rows.map((row) => viewPriceList(toPriceList(row))),
})
