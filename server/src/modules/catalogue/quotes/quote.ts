import { Failure } from '#kernel/failure'
import type { UnitPrice } from '#kernel/money'
import { numberOf, type Quantity } from '#kernel/quantity'
import type { Conversion, Fx, RateTable } from '#modules/fx'
import {
  type Availability,
  availabilityAt,
  convertUnitPrice,
  type Offer,
  type ProductState,
  readOffers,
  type TermsOf,
  unitPriceAt,
} from '#modules/products'
import type { BuyingUnit } from '#modules/structure'
import type { Conn } from '#platform/db'

export type QuoteItem = { readonly productId: string; readonly quantity: Quantity }

export type QuoteOptions = {
  /** The currency of the prices. Without it, each price is in the currency of its supplier. */
  readonly currency?: string
  /** The country of delivery. Without it, the quote does not check whether the supplier ships there. */
  readonly country?: string
  /** The language of the names, where a product has it. Without it, each name is in the product's own language. */
  readonly language?: string | undefined
  /** Offers that were just read for this buyer, in this language, by product id. They are not read again. */
  readonly known?: ReadonlyMap<string, Offer>
}

/** Why the line cannot be ordered. */
export type QuoteProblem = {
  readonly code:
    | 'product_discontinued'
    | 'stock_short'
    | 'below_minimum'
    | 'not_a_multiple'
    | 'not_shipped_to_country'
    | 'currency_not_convertible'
  readonly details: Readonly<Record<string, unknown>>
}

/** The part of an offer that a quote depends on. */
export type Sellable = Pick<Offer, 'id' | 'pricing' | 'availability' | 'state' | 'shipTo'>

/** The price and the stock of a product at a quantity, today. */
export type LineQuote<Of extends Sellable = Offer> = {
  readonly product: Of
  readonly quantity: Quantity
  /**
   * The price at this quantity, per price basis of the product. Undefined while there is no rate for the requested
   * currency.
   */
  readonly unitPrice: UnitPrice | undefined
  /** The same price in the currency of the supplier. */
  readonly supplierPrice: UnitPrice
  /** The conversion from `supplierPrice` to `unitPrice`. Undefined when both are the same, or when there is no rate. */
  readonly conversion: Conversion | undefined
  readonly availability: Availability
  readonly state: ProductState
  readonly moq: Quantity
  readonly multiple: Quantity
  readonly ships: boolean
  readonly problems: readonly QuoteProblem[]
}

type Deps = { readonly fx: Pick<Fx, 'ratesInto'>; readonly now: () => Date }

/**
 * Items of one product count together: for its tier, its minimum and multiple, and its stock. Omits unknown products, and products outside
 * the buyer's assortment.
 */
export async function quoteLines(
  deps: Deps & { readonly terms: TermsOf },
  conn: Conn,
  buyer: BuyingUnit,
  items: readonly QuoteItem[],
  options: QuoteOptions = {},
): Promise<Map<string, LineQuote>> {
  const { known = new Map<string, Offer>() } = options
  const quantities = sumByProduct(items)
  const unknown = [...quantities.keys()].filter((productId) => !known.has(productId))
  const read =
    unknown.length > 0
      ? await offersOf(deps, conn, buyer, unknown, options.language)
      : new Map<string, Offer>()
  const offers = known.size > 0 ? new Map([...known, ...read]) : read
  const table = await tableFor(deps, conn, options.currency, [...offers.values()])
  const quotes = new Map<string, LineQuote>()
  for (const [productId, quantity] of quantities) {
    const offer = offers.get(productId)
    if (offer) quotes.set(productId, quoteLine(offer, quantity, options, table))
  }
  return quotes
}

function sumByProduct(items: readonly QuoteItem[]): ReadonlyMap<string, Quantity> {
  const quantities = new Map<string, Quantity>()
  for (const { productId, quantity } of items) {
    quantities.set(productId, (quantities.get(productId) ?? 0n) + quantity)
  }
  return quantities
}

function offersOf(
  { terms, now }: Deps & { readonly terms: TermsOf },
  conn: Conn,
  buyer: BuyingUnit,
  productIds: readonly string[],
  language: string | undefined,
): Promise<Map<string, Offer>> {
  return terms.under(conn, buyer, now(), async (current) => {
    const { offers: answer, revision } = await readOffers(conn, current, productIds, language)
    return { answer, revision }
  })
}

export function quoteLine<Of extends Sellable>(
  product: Of,
  quantity: Quantity,
  { currency, country }: QuoteOptions,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): LineQuote<Of> {
  const { pricing, state } = product
  const availability = availabilityAt(product.availability, quantity)
  const supplierPrice = unitPriceAt(pricing, quantity)
  const isOwn = currency === undefined || currency === supplierPrice.currency
  const conversion = isOwn ? undefined : table?.conversionFrom(supplierPrice.currency)
  const shownPrice = isOwn
    ? supplierPrice
    : conversion && convertUnitPrice(supplierPrice, conversion)
  const ships = country === undefined || product.shipTo.includes(country)
  const { moq, multiple } = pricing
  const base = {
    product,
    quantity,
    unitPrice: shownPrice,
    supplierPrice,
    conversion,
    availability,
    state,
    moq,
    multiple,
    ships,
  }
  return { ...base, problems: problemsOf(base, country, currency) }
}

function problemsOf(
  quote: Omit<LineQuote<Sellable>, 'problems'>,
  country: string | undefined,
  currency: string | undefined,
): QuoteProblem[] {
  const { quantity, availability, moq, multiple, state, supplierPrice } = quote
  const problems: QuoteProblem[] = []
  const note = (code: QuoteProblem['code'], details: Record<string, unknown>) => {
    problems.push({ code, details })
  }
  const { available, status } = availability
  const requested = numberOf(quantity)
  if (state === 'DISCONTINUED') note('product_discontinued', {})
  else if (quantity > available && status !== 'backorder')
    note('stock_short', { requested, available: numberOf(available) })
  if (quantity < moq) note('below_minimum', { requested, minimum: numberOf(moq) })
  if (quantity % multiple !== 0n) {
    note('not_a_multiple', { requested, multiple: numberOf(multiple) })
  }
  if (!quote.ships) note('not_shipped_to_country', { country })
  if (!quote.unitPrice) {
    note('currency_not_convertible', { from: supplierPrice.currency, to: currency })
  }
  return problems
}

/**
 * Returns undefined when nothing needs conversion, or when there are no usable rates. Then the line has a problem, and
 * the cart stays.
 */
export async function tableFor(
  { fx, now }: Deps,
  conn: Conn,
  currency: string | undefined,
  products: readonly Sellable[],
): Promise<RateTable | undefined> {
  const isForeign = ({ pricing }: Sellable) => pricing.list.currency !== currency
  if (currency === undefined || !products.some(isForeign)) return undefined
  try {
    return await fx.ratesInto(conn, currency, now())
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
