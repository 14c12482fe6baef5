import type { Actor } from '#kernel/actor'
import { lineTotal } from '#kernel/money'
import { problemMessages } from '#modules/cart'
import type { Party } from '#modules/identity'
import type { OrderLine, OrderParties, OrderParty } from '#modules/orders'
import { requestedReferencesOf } from '#modules/orders/line-references'
import type { LineQuote, QuoteProblem } from '#modules/quotes'
import type { TotalsOfGoods } from '#modules/totals'
import type { Tx } from '#platform/db'
import type { Snapshot } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import {
  type Arrangement,
  arrangeDeliveries,
  type Part,
  type RequestedGoods,
} from './arrange-deliveries.ts'
import type { OrderTerms } from './order-terms.ts'

export type TotalledSnapshot = Snapshot & { readonly amounts: NonNullable<Snapshot['amounts']> }

/** What is bought, as it is at this moment: prices, problems that refuse lines, shipping costs and taxes. */
export async function takeSnapshot(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  requested: RequestedGoods,
  input: OrderTerms,
  now: Date,
): Promise<TotalledSnapshot> {
  const { currency } = requested
  const arranged = arrangeDeliveries(requested, input, now.toISOString().slice(0, 10))
  const [first] = arranged.deliveries
  if (!first) throw new Error('a checkout without a delivery got past its check')
  const place = { currency, country: first.shipTo.country, language: actor.language }
  const quotes = await deps.quoter.quote(tx, actor.companyId, requested.lines, place)
  refuseProblems(requested, quotes, arranged)
  const goods = arranged.parts.map((part) => goodsLine(part, quotes.get(part.of.productId)))
  refuseStrayMethods(arranged, goods)
  const totals = await deps.totals.of(tx, {
    buyerCompanyId: actor.companyId,
    currency,
    deliveries: arranged.deliveries,
    lines: goods.map(({ line, taxClass }, at) => ({
      supplierCompanyId: line.supplierCompanyId,
      taxClass,
      goods: line.total,
      delivery: arranged.parts[at]?.delivery ?? 0,
    })),
    now,
  })
  assertShippingConvertible(totals, currency)
  refuseUndeliverable(totals)
  assertDiscountsConvertible(totals, currency)
  return {
    cartSnapshotVersion: requested.snapshotVersion ?? 0,
    cartItemIds: requested.lines.flatMap((line) => line.itemId ?? []),
    currency,
    amounts: amountsOf(totals, goods),
    lines: goods.map(({ line }, at) => {
      const totalled = totals.lines[at]
      return { ...line, discount: totalled?.discount, tax: totalled?.tax }
    }),
    shippingCosts: totals.shippingCosts,
    shipTo: first.shipTo,
    deliveries: deliveriesOf(arranged, input),
    billTo: input.billTo,
    parties: await partiesOfOrder(deps, tx, actor.companyId, goods),
    poNumber: input.poNumber,
    costCenter: input.costCenter,
    note: input.note,
    ...(input.revises !== undefined && { revises: input.revises }),
  }
}

/** The parties as the tax computation saw them a moment ago: both read the same cache of companies. */
async function partiesOfOrder(
  { partiesOf }: CheckoutDeps,
  tx: Tx,
  buyerId: string,
  goods: readonly GoodsLine[],
): Promise<OrderParties | undefined> {
  const sellerIds = [...new Set(goods.map(({ line }) => line.supplierCompanyId))]
  const found = await partiesOf(tx, [...new Set([buyerId, ...sellerIds])])
  const then = (companyId: string) => {
    const party = found.get(companyId)
    return party ? [orderParty(companyId, party)] : []
  }
  const [buyer] = then(buyerId)
  return buyer && { buyer, sellers: sellerIds.flatMap(then) }
}

/** The company as it appears on invoices, without the people in its address. */
function orderParty(companyId: string, party: Party): OrderParty {
  const { name, vatId, country, billingAddress } = party
  if (!billingAddress) return { companyId, name, vatId, country }
  const { company = name, line1, line2, city, postalCode, region } = billingAddress
  const place = { line1, line2, city, postalCode, region, country: billingAddress.country }
  return { companyId, name: company, vatId, ...place }
}

/** One address without a requested date needs no deliveries: the address says it all. */
function deliveriesOf({ deliveries }: Arrangement, input: OrderTerms) {
  if (!input.deliveries && input.requestedDate === undefined) return undefined
  return deliveries.map(({ methods: _, ...delivery }) => delivery)
}

type Quotes = ReadonlyMap<string, LineQuote>

/** Short stock is not among them: the reservation finds it and names every line. */
function refuseProblems(requested: RequestedGoods, quotes: Quotes, arranged: Arrangement): void {
  const found = requested.lines.flatMap(({ productId }) => {
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
  const problems = [...found, ...unreachable]
  if (problems.length > 0) throw fail('cart_has_problems', { problems })
}

/** With the codes and sentences of the cart, which reports the same problems earlier. */
function problemOf(
  code: QuoteProblem['code'],
  productId: string,
  details: Readonly<Record<string, unknown>>,
) {
  return { code: `cart.${code}`, productId, message: problemMessages[`cart.${code}`], details }
}

type GoodsLine = {
  readonly line: Omit<OrderLine, 'discount' | 'tax'>
  readonly taxClass: LineQuote['product']['taxClass']
}

/** A part is priced like the whole: its tier is that of all pieces in the cart, wherever they go. */
function goodsLine(part: Part, quote: LineQuote | undefined): GoodsLine {
  if (!quote?.unitPrice) throw new Error('a line without a price got past its check')
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
    ...requestedReferencesOf(part),
    delivery: delivery + 1,
  }
  return { line, taxClass: product.taxClass }
}

/** A missing exchange rate changes neither the shipping method nor the price. */
function assertShippingConvertible({ parcels }: TotalsOfGoods, currency: string): void {
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
function refuseUndeliverable({ parcels }: TotalsOfGoods): void {
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
function refuseStrayMethods({ deliveries, parts }: Arrangement, goods: readonly GoodsLine[]): void {
  const stray = deliveries.flatMap(({ methods }, delivery) => {
    const within = goods.filter((_, at) => parts[at]?.delivery === delivery)
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
function assertDiscountsConvertible({ unconvertible }: TotalsOfGoods, currency: string): void {
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
function amountsOf(totals: TotalsOfGoods, lines: readonly GoodsLine[]) {
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
