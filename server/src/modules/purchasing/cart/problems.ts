import { decimalOf, type Money, priceOfOne, type UnitPrice } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { problemOfAllocations, splitLine } from '#modules/orders/line-references'
import type { LineQuote } from '#modules/quotes'
import type { SupplierBelowMinimum } from '#modules/totals'
import { viewMoney } from '#platform/http'
import { fitsUnit } from '#platform/units'
import { type CartLine, priceAt } from './cart.ts'

/**
 * The reasons why an order of the line would be refused, and what has changed since it was added. A line with problems
 * stays in the cart.
 */
export const problemMessages = {
  'cart.price_changed':
    'The price has changed since the product was added. Accept today’s, or remove the line.',
  'cart.stock_short': 'The stock is less than the quantity of the line. Order less.',
  'cart.below_minimum': 'The quantity is below the minimum. Order more.',
  'cart.not_a_multiple':
    'The product is sold in multiples, and the quantity is not one of them. Change the quantity.',
  'cart.not_whole':
    'The unit of the product is counted whole, and the quantity has decimals. Change the quantity.',
  'cart.product_discontinued': 'The product is no longer for sale.',
  'cart.not_shipped_to_country': 'The product is not shipped to the country of the cart.',
  'cart.currency_not_convertible':
    'There is no exchange rate for this price. Choose another currency for the cart, or remove the line.',
  'cart.tax_not_determined':
    'The tax of this line is unknown, so it cannot be ordered. Ask the operators of the platform to set the rate.',
  'cart.discount_not_convertible':
    'A contract may give a discount in another currency, and there is no exchange rate. Order in the currency of the contract, or wait for rates.',
  'cart.shipping_not_convertible':
    'The shipping cost is in another currency, and there is no exchange rate. Name another of the shippingOptions at the checkout, order in the currency of the method, or wait for rates.',
  'cart.below_minimum_order':
    'The goods of this supplier are worth less than its minimum order value. Order more, or remove its lines.',
  'cart.minimum_order_not_convertible':
    'The minimum order value of this supplier is in another currency, and there is no exchange rate. Order in the currency of the minimum, or wait for rates.',
  'cart.allocations_invalid':
    'The allocations do not divide the line: its quantity or its price has changed. Change them.',
  'cart.requested_date_past': 'The requested date has passed. Change it.',
  'cart.shipping_unavailable':
    'None of the shipping methods of the supplier reaches the country of the cart.',
  'cart.address_not_found':
    'The address of this line is no longer in the address book. Choose another address.',
  'cart.address_not_printable':
    'A field of the address of this line has a line break or a control character, or is blank. Correct the address in the address book, or choose another address.',
  'cart.too_many_deliveries':
    'The lines go to more than 50 addresses. Give some lines the same address, or put them into another cart.',
  'cart.unit_not_allowed':
    'The owner can no longer buy for the unit of the cart, so the prices are those of another one. Choose a unit again.',
} as const

export type ProblemCode = keyof typeof problemMessages

export const problemCodes = Object.keys(problemMessages) as ProblemCode[]

export type CartProblem = {
  readonly code: ProblemCode
  /** Absent if the problem is about a parcel, or about everything that is bought of a supplier. */
  readonly itemId?: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The problems that the catalogue reports for a line today, and a price that has changed since the line was added. The quote is for the
 * country of the cart, but a line with an address of its own goes to the country of that.
 */
export function problemsOf(
  line: CartLine,
  quote: LineQuote | undefined,
  to?: { readonly address: { readonly country: string } },
): CartProblem[] {
  if (!quote) return [lineProblem(line, 'cart.product_discontinued', { productId: line.productId })]
  const quoteProblems = quote.problems
    .filter(({ code }) => to === undefined || code !== 'not_shipped_to_country')
    .map(({ code, details }) => lineProblem(line, `cart.${code}`, details))
  if (to && !quote.product.shipTo.includes(to.address.country)) {
    const { country } = to.address
    quoteProblems.push(lineProblem(line, 'cart.not_shipped_to_country', { country }))
  }
  const { unit } = quote.product.pricing
  // The whole quantity of the product is a multiple, but its lines may divide it.
  if (!fitsUnit(line.quantity, unit)) {
    const details = { requested: numberOf(line.quantity), unit }
    quoteProblems.push(lineProblem(line, 'cart.not_whole', details))
  }
  // All lines of the product decide on its tier.
  const oldPrice = priceAt(line.addedPrices, quote.quantity)
  const { supplierPrice } = quote
  const isGone = quote.state === 'DISCONTINUED'
  if (!oldPrice || isGone || isSamePrice(oldPrice, supplierPrice)) return quoteProblems
  const details = { old: viewPrice(oldPrice), new: viewPrice(supplierPrice) }
  return [lineProblem(line, 'cart.price_changed', details), ...quoteProblems]
}

/** `net` is the price of the line after its discount, if it has one. */
export function distinctionProblems(
  line: CartLine,
  net: Money | undefined,
  today: string,
): CartProblem[] {
  const { allocations, requestedDate = today } = line
  const problems: CartProblem[] = []
  if (requestedDate < today) {
    problems.push(lineProblem(line, 'cart.requested_date_past', { requestedDate, today }))
  }
  const split = allocations && net && splitLine(allocations, { net, tax: undefined })
  const unequal = problemOfAllocations(line) ?? (split && 'problem' in split && split.problem)
  if (unequal) problems.push(lineProblem(line, 'cart.allocations_invalid', unequal))
  return problems
}

export function shippingProblem(details: Readonly<Record<string, unknown>>): CartProblem {
  const code = 'cart.shipping_unavailable'
  return { code, message: problemMessages[code], details }
}

export function addressProblem(
  line: CartLine,
  reason: 'address_not_found' | 'address_not_printable',
): CartProblem {
  return lineProblem(line, `cart.${reason}`, { addressId: line.addressId })
}

export function deliveriesProblem(details: Readonly<Record<string, unknown>>): CartProblem {
  const code = 'cart.too_many_deliveries'
  return { code, message: problemMessages[code], details }
}

export function unitProblem(details: Readonly<Record<string, unknown>>): CartProblem {
  const code = 'cart.unit_not_allowed'
  return { code, message: problemMessages[code], details }
}

export function shippingCostProblem(details: Readonly<Record<string, unknown>>): CartProblem {
  const code = 'cart.shipping_not_convertible'
  return { code, message: problemMessages[code], details }
}

export function discountProblem(details: Readonly<Record<string, unknown>>): CartProblem {
  const code = 'cart.discount_not_convertible'
  return { code, message: problemMessages[code], details }
}

/** A supplier that refuses orders of this value. Undefined if the order costs a fee instead. */
export function minimumOrderProblem(
  below: SupplierBelowMinimum,
  currency: string,
): Omit<CartProblem, 'itemId'> | undefined {
  const { supplierCompanyId: supplierId } = below
  if ('unconvertibleFrom' in below) {
    const code = 'cart.minimum_order_not_convertible'
    const details = { supplierId, from: below.unconvertibleFrom, to: currency }
    return { code, message: problemMessages[code], details }
  }
  if (below.fee) return undefined
  const code = 'cart.below_minimum_order'
  const details = {
    supplierId,
    minimum: viewMoney(below.minimum),
    goods: viewMoney(below.goods),
    missing: viewMoney(below.missing),
  }
  return { code, message: problemMessages[code], details }
}

export function taxProblem(
  line: CartLine,
  details: Readonly<Record<string, unknown>>,
): CartProblem {
  return lineProblem(line, 'cart.tax_not_determined', details)
}

function lineProblem(
  { id }: CartLine,
  code: ProblemCode,
  details: Readonly<Record<string, unknown>>,
): CartProblem {
  return { code, itemId: id, message: problemMessages[code], details }
}

/** Whether one unit costs the same. A change of the price basis alone is no price change. */
export function isSamePrice(one: UnitPrice, other: UnitPrice): boolean {
  if (one.currency !== other.currency) return false
  return one.amount.times(other.perQuantity).equals(other.amount.times(one.perQuantity))
}

function viewPrice(price: UnitPrice) {
  return { amount: decimalOf(priceOfOne(price)), currency: price.currency }
}
