import { Decimal } from 'decimal.js'
import { Type } from 'typebox'
import { decimalOf, unitPrice } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { sql } from '#platform/db'
import { defineList } from '#platform/lists'
import { PriceEntryView, priceEntryExample } from './schemas.ts'
import type { Agreements } from './service.ts'

type EntryRow = {
  product_id: string
  sku: string
  unit_price: string
  currency: string
  tiers: [quantity: number, price: string][]
}

export const priceEntryList = (agreements: Pick<Agreements, 'getPriceList'>) =>
  defineList({
    operationId: 'listPriceEntries',
    url: '/api/v1/price-lists/:priceListId/entries',
    summary: 'List prices of a price list',
    config: { access: 'supplier_admin', fails: ['catalog.price_list_not_found'] },
    params: Type.Object({ priceListId: Type.String({ maxLength: 64 }) }),
    item: PriceEntryView,
    examples: [priceEntryExample],
    columns: ['sku', 'productId', 'unitPrice'],
    filters: {},
    from: sql`products.price_entries t join products.products p on p.id = t.product_id
      join products.price_lists l on l.id = t.price_list_id`,
    select: sql`t.product_id, p.sku, t.unit_price, l.currency,
      (select coalesce(jsonb_agg(jsonb_build_array(tier.quantity, tier.price::text) order by tier.quantity), '[]')
        from unnest(t.tier_quantities, t.tier_prices) as tier(quantity, price)) as tiers`,
    scope: async ({ actor, params }) => {
      const { id } = await agreements.getPriceList(actor, String(params.priceListId))
      return sql`t.price_list_id = ${id}`
    },
    identity: { 't.product_id': 'text' },
    sorts: { productId: { keys: { 't.product_id': 'text' }, direction: 'asc' } },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadPriceEntries', summary: 'Download prices of a price list as CSV' },
    show: (rows: readonly EntryRow[]) => rows.map(viewEntry),
  })

function viewEntry({ product_id, sku, unit_price, currency, tiers }: EntryRow) {
  const view = (price: string) => ({
    amount: decimalOf(unitPrice(new Decimal(price), currency)),
    currency,
  })
  return {
    productId: product_id,
    sku,
    unitPrice: view(unit_price),
    tiers: tiers.map(([minQuantity, price]) => ({
      minQuantity: numberOf(BigInt(minQuantity)),
      unitPrice: view(price),
    })),
  }
}
