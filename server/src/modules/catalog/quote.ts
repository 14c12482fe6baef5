import type { Decimal } from 'decimal.js'
import { Failure } from '#kernel/failure'
import type { UnitPrice } from '#kernel/money'
import type { Fx } from '#modules/fx'
import type { Conn } from '#platform/db'
import { listOffers, type Offer } from './offer-store.ts'
import { type Availability, converted, type ProductState, unitPriceAt } from './product.ts'

export type QuoteItem = { readonly productId: string; readonly quantity: number }

export type QuoteOptions = {
  /** Prices are told in this currency. Without it, each in its supplier's. */
  readonly currency?: string
  /** Where it is to be delivered. Without it, nobody asks whether it ships there. */
  readonly country?: string
}

/** Why the line cannot be ordered as it stands. */
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

/** A product at a quantity, today. */
export type LineQuote = {
  readonly product: Offer
  readonly quantity: number
  /** Of a piece at this quantity. Undefined while it cannot be told in the currency asked for. */
  readonly unitPrice: UnitPrice | undefined
  /** The same, as the supplier states it. */
  readonly supplierPrice: UnitPrice
  readonly availability: Availability
  readonly state: ProductState
  readonly moq: number
  readonly multiple: number
  readonly ships: boolean
  readonly problems: readonly QuoteProblem[]
}

type Deps = { readonly fx: Fx; readonly now: () => Date }

/** Unknown products are missing from the answer. */
export async function quoteLines(
  deps: Deps,
  conn: Conn,
  items: readonly QuoteItem[],
  options: QuoteOptions = {},
): Promise<Map<string, LineQuote>> {
  const offers = await listOffers(conn, [...new Set(items.map(({ productId }) => productId))])
  const rates = await ratesInto(deps, conn, options.currency, offers)
  const quotes = new Map<string, LineQuote>()
  for (const { productId, quantity } of items) {
    const offer = offers.get(productId)
    if (offer) quotes.set(productId, quoteLine(offer, quantity, options, rates))
  }
  return quotes
}

function quoteLine(
  product: Offer,
  quantity: number,
  { currency, country }: QuoteOptions,
  rates: ReadonlyMap<string, Decimal>,
): LineQuote {
  const { pricing, availability, state } = product
  const supplierPrice = unitPriceAt(pricing, quantity)
  const rate = rates.get(supplierPrice.currency)
  const told =
    currency === undefined || currency === supplierPrice.currency
      ? supplierPrice
      : rate && converted(supplierPrice, rate, currency)
  const ships = country === undefined || product.shipTo.includes(country)
  const { moq, multiple } = pricing
  const base = {
    product,
    quantity,
    unitPrice: told,
    supplierPrice,
    availability,
    state,
    moq,
    multiple,
    ships,
  }
  return { ...base, problems: problemsOf(base, country, currency) }
}

function problemsOf(
  quote: Omit<LineQuote, 'problems'>,
  country: string | undefined,
  currency: string | undefined,
): QuoteProblem[] {
  const { quantity, availability, moq, multiple, state, supplierPrice } = quote
  const problems: QuoteProblem[] = []
  const note = (code: QuoteProblem['code'], details: Record<string, unknown>) => {
    problems.push({ code, details })
  }
  const { available } = availability
  if (state === 'DISCONTINUED') note('product_discontinued', {})
  else if (quantity > available) note('stock_short', { requested: quantity, available })
  if (quantity < moq) note('below_minimum', { requested: quantity, minimum: moq })
  if (quantity % multiple !== 0) note('not_a_multiple', { requested: quantity, multiple })
  if (!quote.ships) note('not_shipped_to_country', { country })
  if (!quote.unitPrice) {
    note('currency_not_convertible', { from: supplierPrice.currency, to: currency })
  }
  return problems
}

/** Currencies without a usable rate are missing: the line says so instead of failing the whole cart. */
async function ratesInto(
  { fx, now }: Deps,
  conn: Conn,
  currency: string | undefined,
  offers: ReadonlyMap<string, Offer>,
): Promise<Map<string, Decimal>> {
  const rates = new Map<string, Decimal>()
  if (currency === undefined) return rates
  const foreign = new Set([...offers.values()].map(({ pricing }) => pricing.list.currency))
  foreign.delete(currency)
  for (const from of foreign) {
    try {
      rates.set(from, (await fx.rate(conn, from, currency, now())).rate)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return rates
}
