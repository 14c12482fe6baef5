import { Type } from 'typebox'
import { type Cut, defineList, type ListRequest, lastId, placed } from '#platform/lists'
import { StockHereView, stockHereExample, viewStockHere } from './schemas.ts'
import type { StockHere, StockLocations } from './service.ts'

export const stockList = (locations: StockLocations) =>
  defineList({
    operationId: 'listStockInLocation',
    url: '/api/v1/stock-locations/:stockLocationId/stock',
    summary: 'List the stock of a location',
    config: { access: 'supplier_admin', fails: ['catalog.stock_location_not_found'] },
    params: Type.Object({ stockLocationId: Type.String({ maxLength: 64 }) }),
    item: StockHereView,
    examples: [stockHereExample],
    columns: ['sku', 'productId', 'counted', 'available', 'countedAt'],
    filters: {},
    sorts: {
      productId: { read: (request: ListRequest, cut) => readStock(locations, request, cut) },
    },
    csv: {
      operationId: 'downloadStockInLocation',
      summary: 'Download the stock of a location as CSV',
    },
    show: (stock: readonly StockHere[]) => stock.map(viewStockHere),
  })

/** How much is available here follows from the sales of all locations, so it is computed and no column. */
async function readStock(locations: StockLocations, request: ListRequest, cut: Cut) {
  const { actor, params } = request
  const page = { after: lastId(cut), limit: cut.limit }
  const found = await locations.listStock(actor, String(params.stockLocationId), page)
  return placed(found, ({ productId }) => [productId])
}
