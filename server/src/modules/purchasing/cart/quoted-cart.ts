import { canonicalJson } from '#kernel/canonical'
import { lineTotal, type Money, money, type UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import { isPrintable } from '#modules/addresses'
import type { Address } from '#modules/orders'
import { deliveriesMax, distinctionOf, type LineDistinction } from '#modules/orders/line-references'
import type { LineQuote } from '#modules/quotes'
import type { LineOfGoods, TotalsOfGoods } from '#modules/totals'
import { dayIn } from '#platform/working-time'
import type { Cart, CartLine } from './cart.ts'
import {
  addressProblem,
  type CartProblem,
  deliveriesProblem,
  discountProblem,
  distinctionProblems,
  minimumOrderProblem,
  problemsOf,
  shippingCostProblem,
  shippingProblem,
  taxProblem,
} from './problems.ts'

/** The fields of a product that a buyer sees in a line. The catalogue shows the rest. */
export type LineProduct = {
  readonly id: string
  readonly sku: string
  readonly mpn: string
  /** The language of the name. Undefined for products that no longer exist. */
  readonly language?: string
  readonly name: string
  readonly brand: string
  readonly supplier: { readonly id: string; readonly name: string }
}

export type LineAvailability = {
  readonly status: string
  readonly available: Quantity
  readonly leadTimeDays: number | null
}

export type QuotedLine = Pick<CartLine, 'id' | 'itemVersion' | 'quantity'> &
  LineDistinction & {
    readonly product: LineProduct
    /** Undefined while it cannot be converted to the currency of the cart, and for products that are no longer sold. */
    readonly unitPrice: UnitPrice | undefined
    /** The conversion of `unitPrice` from the supplier's price. */
    readonly conversion: LineQuote['conversion']
    /** A code of UN/ECE Recommendation 20. Undefined for products that no longer exist. */
    readonly unit: string | undefined
    readonly lineTotal: Money | undefined
    readonly availability: LineAvailability
  }

export type QuotedCart = {
  readonly cart: Cart
  readonly lines: readonly QuotedLine[]
  /** The totals of the lines that have a price. A problem reports each line without one. */
  readonly totals: TotalsOfGoods
  readonly problems: readonly CartProblem[]
  readonly checkedAt: Date
}

/** The addresses to which lines go, by their ids. A deleted one is missing. */
export type LineAddresses = ReadonlyMap<string, { readonly address: Address }>

/** The countries of the deliveries: that of the cart, and that of each address of a line. */
export function countriesOf({ country }: Cart, addresses: LineAddresses): readonly string[] {
  return [country, ...[...distinctAddresses(addresses).values()].map((one) => one.country)]
}

/** Each address once, by its content: entries of the book with the same address are one delivery, as in the checkout. */
function distinctAddresses(addresses: LineAddresses): ReadonlyMap<string, Address> {
  return new Map([...addresses.values()].map(({ address }) => [canonicalJson(address), address]))
}

/** The lines that have a price, as input for the totals, in their order. */
export function goodsOf(
  cart: Cart,
  quotes: ReadonlyMap<string, LineQuote>,
  addresses: LineAddresses,
): LineOfGoods[] {
  const contents = [...distinctAddresses(addresses).keys()]
  const deliveries = new Map(
    [...addresses].map(([id, { address }]) => [id, 1 + contents.indexOf(canonicalJson(address))]),
  )
  return pricedLines(cart, quotes).map(({ line, quote: { product }, goods }) => ({
    supplierCompanyId: product.supplierCompanyId,
    taxClass: product.taxClass,
    goods,
    // A line without an address, or with a deleted one, is in the first delivery.
    delivery: deliveries.get(line.addressId ?? '') ?? 0,
  }))
}

/** When the cart is checked. The buyer's time zone decides which day that is. */
type Checked = {
  readonly checkedAt: Date
  readonly timeZone: string
  readonly addresses: LineAddresses
}

/** The cart with today's prices and stock, and its problems. */
export function quoteCart(
  cart: Cart,
  quotes: ReadonlyMap<string, LineQuote>,
  totals: TotalsOfGoods,
  { checkedAt, timeZone, addresses }: Checked,
): QuotedCart {
  const taxedLines = totals.undetermined.length === 0 ? [] : pricedLines(cart, quotes)
  const taxProblems = totals.undetermined.flatMap(({ line, reason, details }) => {
    const at = taxedLines[line]
    return at ? [taxProblem(at.line, { reason, ...details })] : []
  })
  return {
    cart,
    lines: cart.lines.map((line) => quoteLine(line, quotes.get(line.productId))),
    totals,
    problems: [
      ...cart.lines.flatMap((line) =>
        problemsOf(line, quotes.get(line.productId), addresses.get(line.addressId ?? '')),
      ),
      ...unfitAddresses(cart, addresses),
      ...tooManyDeliveries(addresses),
      ...unfitDistinctions(cart, quotes, totals, { checkedAt, timeZone, addresses }),
      ...taxProblems,
      ...totals.belowMinimum.flatMap((below) => minimumOrderProblem(below, cart.currency) ?? []),
      ...unavailableShipping(countriesOf(cart, addresses), totals),
      ...shippingNotConvertible(cart, totals),
      ...discountsNotConvertible(cart, totals),
    ],
    checkedAt,
  }
}

/** The problems of lines whose allocations or requested date no longer fit. */
function unfitDistinctions(
  cart: Cart,
  quotes: ReadonlyMap<string, LineQuote>,
  totals: TotalsOfGoods,
  { checkedAt, timeZone }: Checked,
): CartProblem[] {
  const distinct = cart.lines.filter(
    ({ allocations, requestedDate }) => allocations !== undefined || requestedDate !== undefined,
  )
  if (distinct.length === 0) return []
  const nets = new Map(
    pricedLines(cart, quotes).map(({ line, goods: { amountMinor, currency } }, at) => {
      const discountMinor = totals.lines[at]?.discount.amountMinor ?? 0n
      return [line, money(amountMinor - discountMinor, currency)]
    }),
  )
  const today = dayIn(timeZone, checkedAt)
  return distinct.flatMap((line) => distinctionProblems(line, nets.get(line), today))
}

/** The supplier has shipping rules, and they exclude this country. */
function unavailableShipping(
  countries: readonly string[],
  { parcels }: TotalsOfGoods,
): CartProblem[] {
  return parcels
    .filter(({ options, unconvertible }) => options?.length === 0 && !unconvertible)
    .map(({ supplierCompanyId: supplierId, delivery }) =>
      shippingProblem({ supplierId, country: countries[delivery] }),
    )
}

/** The address was deleted, its unit is no longer one of the owner, or no document could show it. */
function unfitAddresses({ lines }: Cart, addresses: LineAddresses): CartProblem[] {
  return lines.flatMap((line) => {
    if (line.addressId === undefined) return []
    const booked = addresses.get(line.addressId)
    if (!booked) return [addressProblem(line, 'address_not_found')]
    return isPrintable(booked) ? [] : [addressProblem(line, 'address_not_printable')]
  })
}

/** Lines without an address may share the delivery of one that has it: the checkout decides where they go. */
function tooManyDeliveries(addresses: LineAddresses): CartProblem[] {
  const { size: deliveries } = distinctAddresses(addresses)
  return deliveries > deliveriesMax ? [deliveriesProblem({ limit: deliveriesMax, deliveries })] : []
}

/** If a rate is missing, the shipping cost of another method must not replace it. */
function shippingNotConvertible({ currency }: Cart, { parcels }: TotalsOfGoods): CartProblem[] {
  return parcels.flatMap(({ supplierCompanyId: supplierId, unconvertible }) => {
    if (!unconvertible) return []
    const { id: shippingMethodId, unconvertibleFrom: from } = unconvertible
    return [shippingCostProblem({ supplierId, shippingMethodId, from, to: currency })]
  })
}

/** A missing exchange rate must not lead to the full price. */
function discountsNotConvertible(
  { currency }: Cart,
  { unconvertible }: TotalsOfGoods,
): CartProblem[] {
  return unconvertible.map(({ supplierCompanyId, reference, from }) =>
    discountProblem({ supplierId: supplierCompanyId, reference, from, to: currency }),
  )
}

function pricedLines(cart: Cart, quotes: ReadonlyMap<string, LineQuote>) {
  return cart.lines.flatMap((line) => {
    const quote = quotes.get(line.productId)
    const unitPrice = quote && priceOf(quote)
    if (!unitPrice) return []
    return [{ line, quote, goods: lineTotal(unitPrice, line.quantity) }]
  })
}

/** A product that is no longer sold has no price: nobody could pay a total that includes it. */
function priceOf({ state, unitPrice }: LineQuote): UnitPrice | undefined {
  return state === 'DISCONTINUED' ? undefined : unitPrice
}

function quoteLine(line: CartLine, quote: LineQuote | undefined): QuotedLine {
  const { id, itemVersion, quantity, productId } = line
  const lineFields = { id, itemVersion, quantity, ...distinctionOf(line) }
  if (!quote) return { ...lineFields, ...viewMissingProduct(productId) }
  const { availability } = quote
  const unitPrice = priceOf(quote)
  const { id: soldId, sku, mpn, language, name, brand, supplier } = quote.product
  const { status, available, leadTimeDays } = availability
  return {
    ...lineFields,
    product: { id: soldId, sku, mpn, language, name, brand, supplier },
    unitPrice,
    conversion: unitPrice && quote.conversion,
    unit: quote.product.pricing.unit,
    lineTotal: unitPrice && lineTotal(unitPrice, quantity),
    availability: { status, available, leadTimeDays },
  }
}

/**
 * The catalogue keeps products that are no longer sold. If a product is gone all the same, the cart can still be read.
 */
function viewMissingProduct(id: string): Omit<QuotedLine, 'id' | 'itemVersion' | 'quantity'> {
  const supplier = { id: '', name: '' }
  return {
    product: { id, sku: '', mpn: '', name: '', brand: '', supplier },
    unitPrice: undefined,
    conversion: undefined,
    unit: undefined,
    lineTotal: undefined,
    availability: { status: 'discontinued', available: 0n, leadTimeDays: null },
  }
}
