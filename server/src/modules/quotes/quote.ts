import { Failure } from '#kernel/failure'
import type { UnitPrice } from '#kernel/money'
import type { Conversion, Fx, RateTable } from '#modules/fx'
import {
  type Availability,
  converted,
  type Offer,
  type ProductState,
  readOffers,
  type TermsOf,
  unitPriceAt,
} from '#modules/products'
import type { Conn } from '#platform/db'

export type QuoteItem = { readonly productId: string; readonly quantity: number }

export type QuoteOptions = {
  /** Prices are told in this currency. Without it, each in its supplier's. */
  readonly currency?: string
  /** Where it is to be delivered. Without it, nobody asks whether it ships there. */
  readonly country?: string
  /** Offers that were read for this company a moment ago, by their products: they are not read again. */
  readonly known?: ReadonlyMap<string, Offer>
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

/** As much of an offer as a quote depends on. */
export type Sellable = Pick<Offer, 'id' | 'pricing' | 'availability' | 'state' | 'shipTo'>

/** A product at a quantity, today. */
export type LineQuote<Of extends Sellable = Offer> = {
  readonly product: Of
  readonly quantity: number
  /** At this quantity, in the price basis of the product. Undefined while there is no rate for the currency asked for. */
  readonly unitPrice: UnitPrice | undefined
  /** The same, as the supplier states it. */
  readonly supplierPrice: UnitPrice
  /** How the one became the other. Undefined where they are the same, or there is no rate. */
  readonly conversion: Conversion | undefined
  readonly availability: Availability
  readonly state: ProductState
  readonly moq: number
  readonly multiple: number
  readonly ships: boolean
  readonly problems: readonly QuoteProblem[]
}

type Deps = { readonly fx: Pick<Fx, 'ratesInto'>; readonly now: () => Date }

/** Unknown products are missing from the answer, as are those that the company does not see. */
export async function quoteLines(
  deps: Deps & { readonly terms: TermsOf },
  conn: Conn,
  companyId: string,
  items: readonly QuoteItem[],
  options: QuoteOptions = {},
): Promise<Map<string, LineQuote>> {
  const { known = new Map<string, Offer>() } = options
  const named = [...new Set(items.map(({ productId }) => productId))]
  const unknown = named.filter((productId) => !known.has(productId))
  const read =
    unknown.length > 0 ? await offersOf(deps, conn, companyId, unknown) : new Map<string, Offer>()
  const offers = known.size > 0 ? new Map([...known, ...read]) : read
  const table = await tableFor(deps, conn, options.currency, [...offers.values()])
  const quotes = new Map<string, LineQuote>()
  for (const { productId, quantity } of items) {
    const offer = offers.get(productId)
    if (offer) quotes.set(productId, quoteLine(offer, quantity, options, table))
  }
  return quotes
}

function offersOf(
  { terms, now }: Deps & { readonly terms: TermsOf },
  conn: Conn,
  companyId: string,
  productIds: readonly string[],
): Promise<Map<string, Offer>> {
  return terms.under(conn, companyId, now(), async (under) => {
    const { offers: answer, revision } = await readOffers(conn, under, productIds)
    return { answer, revision }
  })
}

export function quoteLine<Of extends Sellable>(
  product: Of,
  quantity: number,
  { currency, country }: QuoteOptions,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): LineQuote<Of> {
  const { pricing, availability, state } = product
  const supplierPrice = unitPriceAt(pricing, quantity)
  const isOwn = currency === undefined || currency === supplierPrice.currency
  const conversion = isOwn ? undefined : table?.conversionFrom(supplierPrice.currency)
  const told = isOwn ? supplierPrice : conversion && converted(supplierPrice, conversion)
  const ships = country === undefined || product.shipTo.includes(country)
  const { moq, multiple } = pricing
  const base = {
    product,
    quantity,
    unitPrice: told,
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

/** Undefined where there is nothing to convert, or nothing to convert with: the line says so, the cart stands. */
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
