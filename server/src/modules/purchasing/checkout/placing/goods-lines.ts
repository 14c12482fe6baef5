import { lineTotal } from '#kernel/money'
import type { OrderLine } from '#modules/orders'
import { undividedReferencesOf } from '#modules/orders/line-references'
import type { LineQuote } from '#modules/quotes'
import type { Part } from './arrange-deliveries.ts'

type Offer = LineQuote['product']

export type GoodsLine = {
  readonly line: Omit<OrderLine, 'discount' | 'tax'>
  readonly taxClass: Offer['taxClass']
}

type PricedProduct = Pick<LineQuote, 'unitPrice' | 'conversion'> & {
  readonly product: Pick<
    Offer,
    'id' | 'supplierCompanyId' | 'sku' | 'mpn' | 'name' | 'brand' | 'taxClass'
  > & { readonly pricing: Pick<Offer['pricing'], 'unit'> }
}

/**
 * A part is priced like the whole: its tier is that of all pieces in the cart, wherever they go. Undefined without a
 * price.
 */
export function goodsLine(part: Part, quote: PricedProduct | undefined): GoodsLine | undefined {
  if (!quote?.unitPrice) return undefined
  const { product, unitPrice, conversion } = quote
  const { quantity, delivery } = part
  const line = {
    productId: product.id,
    supplierCompanyId: product.supplierCompanyId,
    sku: product.sku,
    mpn: product.mpn,
    name: product.name,
    brand: product.brand,
    quantity,
    unitPrice,
    unit: product.pricing.unit,
    total: lineTotal(unitPrice, quantity),
    conversion,
    ...undividedReferencesOf(part),
    delivery: delivery + 1,
  }
  return { line, taxClass: product.taxClass }
}
