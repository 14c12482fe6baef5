import { lineTotal } from '#kernel/money'
import type { OrderLine } from '#modules/orders'
import { undividedReferencesOf } from '#modules/orders/line-references'
import type { LineQuote } from '#modules/quotes'
import type { NegotiatedUnitPrice, Part } from './arrange-deliveries.ts'

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
 * A part is priced like the whole: its tier is that of all pieces in the cart, wherever they go. A negotiated price replaces that of the
 * catalogue. Undefined if the product has no price there.
 */
export function goodsLine(part: Part, quote: PricedProduct | undefined): GoodsLine | undefined {
  if (!quote?.unitPrice) return undefined
  const { product, conversion } = quote
  const { quantity, delivery, of } = part
  const { negotiatedPrice } = of
  const unitPrice = negotiatedPrice?.unitPrice ?? quote.unitPrice
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
    conversion: negotiatedPrice ? undefined : conversion,
    ...undividedReferencesOf(part),
    delivery: delivery + 1,
    ...(negotiatedPrice && { negotiatedPrice: withoutAmount(negotiatedPrice) }),
  }
  return { line, taxClass: product.taxClass }
}

/** The line has the amount as its price. */
const withoutAmount = ({ note, attachmentIds }: NegotiatedUnitPrice) => ({ note, attachmentIds })
