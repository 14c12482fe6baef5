import { sql } from '#platform/db'
import { defineList, newestFirst } from '#platform/lists'
import { soldByManaged } from '../agreements/sellers.ts'
import { type LocationRow, toLocation } from './location-store.ts'
import { LocationView, locationExample, viewLocation } from './schemas.ts'

/** The primary key serves it, or `stock_locations_name_unique`. */
export const locationList = defineList({
  operationId: 'listStockLocations',
  url: '/api/v1/stock-locations',
  summary: 'List stock locations',
  description: 'Lists the newest first. Operators see the locations of every supplier.',
  config: { access: 'supplier_admin' },
  item: LocationView,
  examples: [locationExample],
  columns: ['name', 'supplierId', 'country', 'leadTimeDays', 'position'],
  filters: {},
  from: sql`products.stock_locations t`,
  scope: ({ actor }) => soldByManaged(actor),
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
  show: (rows: readonly LocationRow[]) => rows.map((row) => viewLocation(toLocation(row))),
})
