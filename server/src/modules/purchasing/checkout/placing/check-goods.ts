import { numberOf } from '#kernel/quantity'
import { minimumOrderProblem, problemMessages } from '#modules/cart'
import type { LineQuote, QuoteProblem } from '#modules/quotes'
import type { TotalsOfGoods } from '#modules/totals'
import { fitsUnit } from '#platform/units'
import { fail } from '../failures.ts'
import type { Arrangement, RequestedLine } from './arrange-deliveries.ts'
import type { GoodsLine } from './goods-lines.ts'

type SupplierLine = { readonly line: Pick<GoodsLine['line'], 'supplierCompanyId'> }

type Quotes = ReadonlyMap<
  string,
  Pick<LineQuote, 'problems'> & {
    readonly product: Pick<LineQuote['product'], 'shipTo'> & {
      readonly pricing: Pick<LineQuote['product']['pricing'], 'unit'>
    }
  }
>

/** Short stock is not among them: the reservation finds it and names every line. */
export function assertNoProblems(
  requested: { readonly lines: readonly Pick<RequestedLine, 'productId'>[] },
  quotes: Quotes,
  arranged: Arrangement,
  { belowMinimum, goods }: Pick<TotalsOfGoods, 'belowMinimum' | 'goods'>,
): void {
  const productIds = new Set(requested.lines.map(({ productId }) => productId))
  const found = [...productIds].flatMap((productId) => {
    const quote = quotes.get(productId)
    if (!quote) {
      const message = 'There is no such product, or your company does not see it.'
      return [{ code: 'catalog.product_not_found', productId, message, details: {} }]
    }
    return quote.problems
      .filter(({ code }) => code !== 'stock_short' && code !== 'not_shipped_to_country')
      .map(({ code, details }) => problemOf(code, productId, details))
  })
  const unreachable = arranged.parts.flatMap(({ of: { productId }, delivery }) => {
    const country = arranged.deliveries[delivery]?.shipTo.country ?? ''
    const quote = quotes.get(productId)
    if (!quote || quote.product.shipTo.includes(country)) return []
    return [problemOf('not_shipped_to_country', productId, { country })]
  })
  const broken = arranged.parts.flatMap(({ of: { productId }, quantity }) => {
    const { unit } = quotes.get(productId)?.product.pricing ?? {}
    if (unit === undefined || fitsUnit(quantity, unit)) return []
    return [problemOf('not_whole', productId, { requested: numberOf(quantity), unit })]
  })
  const tooSmall = belowMinimum.flatMap((below) => minimumOrderProblem(below, goods.currency) ?? [])
  const problems = [...found, ...unreachable, ...broken, ...tooSmall]
  if (problems.length > 0) throw fail('cart_has_problems', { problems })
}

/** With the codes and sentences of the cart, which reports the same problems earlier. */
function problemOf(
  code: QuoteProblem['code'] | 'not_whole',
  productId: string,
  details: Readonly<Record<string, unknown>>,
) {
  return { code: `cart.${code}`, productId, message: problemMessages[`cart.${code}`], details }
}

/** A missing exchange rate changes neither the shipping method nor the price. */
export function assertShippingConvertible(
  { parcels }: Pick<TotalsOfGoods, 'parcels'>,
  currency: string,
): void {
  const unconvertible = parcels.flatMap((parcel) =>
    parcel.unconvertible ? [{ ...parcel, method: parcel.unconvertible }] : [],
  )
  if (unconvertible.length === 0) return
  throw fail('shipping_not_convertible', {
    parcels: unconvertible.map(({ supplierCompanyId, delivery, method, options = [] }) => ({
      supplierId: supplierCompanyId,
      delivery: delivery + 1,
      shippingMethodId: method.id,
      from: method.unconvertibleFrom,
      to: currency,
      offered: options.map(({ id }) => id),
    })),
  })
}

/** If a requested shipping method is not offered, no other one replaces it. */
export function assertShippingMethodsAvailable({ parcels }: Pick<TotalsOfGoods, 'parcels'>): void {
  const stranded = parcels.filter(
    ({ options, unavailable }) => unavailable !== undefined || options?.length === 0,
  )
  if (stranded.length === 0) return
  throw fail('shipping_method_unavailable', {
    parcels: stranded.map(({ supplierCompanyId, delivery, options = [], unavailable }) => ({
      supplierId: supplierCompanyId,
      delivery: delivery + 1,
      ...(unavailable === undefined ? {} : { shippingMethodId: unavailable }),
      offered: options.map(({ id }) => id),
    })),
  })
}

/** A request that names the wrong supplier would otherwise buy with a method that the buyer never chose. */
export function assertMethodsOfSuppliers(
  { deliveries, methodsOfOrder, parts }: Arrangement,
  goods: readonly SupplierLine[],
): void {
  const stray = deliveries.flatMap(({ methods }, delivery) => {
    const within = goods.filter((_, at) => methodsOfOrder || parts[at]?.delivery === delivery)
    const suppliers = new Set(within.map(({ line }) => line.supplierCompanyId))
    return [...methods]
      .filter(([supplierId]) => !suppliers.has(supplierId))
      .map(([supplierId, shippingMethodId]) => ({
        supplierId,
        delivery: delivery + 1,
        shippingMethodId,
        offered: [],
      }))
  })
  if (stray.length > 0) throw fail('shipping_method_unavailable', { parcels: stray })
}

/** A missing exchange rate must not lead to the full price. */
export function assertDiscountsConvertible(
  { unconvertible }: Pick<TotalsOfGoods, 'unconvertible'>,
  currency: string,
): void {
  if (unconvertible.length === 0) return
  throw fail('discount_not_convertible', {
    contracts: unconvertible.map(({ supplierCompanyId, reference, from }) => ({
      supplierId: supplierCompanyId,
      reference,
      from,
      to: currency,
    })),
  })
}

/** Lines that cannot be taxed cannot be bought: the failure names them, and nobody is charged by guess. */
export function amountsOf(
  totals: Omit<
    TotalsOfGoods,
    | 'lines'
    | 'parcels'
    | 'shippingCosts'
    | 'charges'
    | 'discounted'
    | 'unconvertible'
    | 'belowMinimum'
  >,
  lines: readonly { readonly line: Pick<GoodsLine['line'], 'productId'> }[],
) {
  const { goods, discount, discounts, shipping, tax, total, breakdown, undetermined } = totals
  if (tax && total) return { goods, discount, discounts, shipping, tax, total, breakdown }
  throw fail('tax_not_determined', {
    lines: undetermined.map(({ line, reason, details }) => ({
      productId: lines[line]?.line.productId,
      reason,
      ...details,
    })),
  })
}
