import { isCurrency, minorUnitsOf, roundPrice, unitPrice } from '#kernel/money'
import { taxOf } from '#modules/imports/reading'
import type { FoundPrice, FoundTier, PageProblem } from '../found-product.ts'
import { readPrice } from '../prices/read-price.ts'
import { type FoundAvailability, readAvailability } from './availability.ts'
import {
  isNode,
  localName,
  nodesOf,
  type StructuredNode,
  type StructuredValue,
  textIn,
  textOf,
  textsOf,
  valuesOf,
} from './structured-node.ts'

export type OfferedPrice = {
  readonly price: FoundPrice | undefined
  /** As the page writes it: a code or a name. */
  readonly unit: string | undefined
}

const noPrice: OfferedPrice = { price: undefined, unit: undefined }

/** Prices that are not what a buyer pays now. */
const otherPrices =
  /^(?:ListPrice|StrikethroughPrice|MSRP|SRP|SuggestedRetailPrice|MinimumAdvertisedPrice|InvoicePrice|RegularPrice)$/i

/**
 * The price of one offer: its own, or that of its specification. A price without a currency, a price of zero, a price `from`, and
 * the price of a subscription are none.
 */
export function priceOfOffer(
  offer: StructuredNode,
  pageCurrency: string | undefined,
  report: (problem: PageProblem) => void,
): OfferedPrice {
  const specifications = nodesOf(offer, 'priceSpecification').filter(isPlainSpecification)
  const places = [offer, ...specifications]
  for (const place of places) {
    const values = valuesOf(place, 'price')
    if (values.length === 0) continue
    const named = places.map((one) => currencyOf(one)).find(Boolean)
    const price = priceIn(values, named, pageCurrency, report)
    if (price === undefined) continue
    const basis = basisOf(place) ?? basisOf(specifications.find(basisOf)) ?? price.per
    if (basis === 'unknown') {
      report({
        code: 'price_basis_unknown',
        message: 'The price is for a quantity that is no whole number.',
      })
      return noPrice
    }
    const taxIncluded = taxIn([...places].reverse()) ?? price.taxIncluded
    return {
      price: {
        amount: price.amount,
        currency: price.currency,
        perQuantity: basis?.quantity ?? 1,
        ...(taxIncluded === undefined ? {} : { taxIncluded }),
        ...tiersOfOffer(offer, price.amount, price.currency, basis),
      },
      unit: basis?.unit,
    }
  }
  return noPrice
}

/**
 * The prices from a quantity on. All of them count, or none: a tier that is for another basis or currency, or that is not below the
 * one before it, makes the list doubtful.
 */
function tiersOfOffer(
  offer: StructuredNode,
  base: string,
  currency: string,
  basis: Basis | undefined,
): Pick<FoundPrice, 'tiers'> {
  const tiers: FoundTier[] = []
  for (const node of nodesOf(offer, 'priceSpecification').slice(0, 50)) {
    const minQuantity = leastQuantityOf(node)
    if (minQuantity === undefined || minQuantity <= 1 || isOtherPrice(node)) continue
    const own = basisOf(node)
    const read = priceIn(valuesOf(node, 'price'), currencyOf(node), currency, () => undefined)
    const isSame =
      own === undefined || (own !== 'unknown' && own.quantity === (basis?.quantity ?? 1))
    if (!read || read.currency !== currency || !isSame || !Number.isInteger(minQuantity)) return {}
    tiers.push({ minQuantity, amount: read.amount })
  }
  return fallingTiers(tiers, base)
}

/** Undefined when a quantity comes twice, or a price does not fall. */
export function fallingTiers(tiers: readonly FoundTier[], base: string): Pick<FoundPrice, 'tiers'> {
  const sorted = [...tiers].sort((one, other) => one.minQuantity - other.minQuantity)
  const isFalling = sorted.every(({ minQuantity, amount }, at) => {
    const before = sorted[at - 1]
    const isMore = before === undefined || before.minQuantity < minQuantity
    return isMore && Number(amount) <= Number(before?.amount ?? base)
  })
  return isFalling && sorted.length > 0 ? { tiers: sorted } : {}
}

function leastQuantityOf(node: StructuredNode): number | undefined {
  const [least] = nodesOf(node, 'eligibleQuantity').flatMap((one) =>
    textsOf(one, 'minValue', 'value'),
  )
  return least === undefined ? undefined : Number(least)
}

function isOtherPrice(node: StructuredNode): boolean {
  const type = textOf(node, 'priceType')
  if (type !== undefined && otherPrices.test(localName(type))) return true
  // A price for members, or for a rent.
  return valuesOf(node, 'billingDuration', 'billingIncrement', 'validForMemberTier').length > 0
}

function isPlainSpecification(node: StructuredNode): boolean {
  return !isOtherPrice(node) && (leastQuantityOf(node) ?? 1) <= 1
}

function currencyOf(node: StructuredNode): string | undefined {
  for (const text of textsOf(node, 'priceCurrency', 'currency')) {
    const code = text.toUpperCase()
    if (isCurrency(code)) return code
    const { currency } = readPrice(text)
    if (currency) return currency
  }
  return undefined
}

type Basis = { readonly quantity: number; readonly unit: string | undefined }
type PlainPrice = {
  readonly amount: string
  readonly currency: string
  readonly per: Basis | undefined
  /** What the text of the price says: `12,50 € netto`. */
  readonly taxIncluded: boolean | undefined
}

/** The one price that the values state. What they state for machines comes before what they show. */
function priceIn(
  values: readonly StructuredValue[],
  named: string | undefined,
  pageCurrency: string | undefined,
  report: (problem: PageProblem) => void,
): PlainPrice | undefined {
  const refuse = (code: string, message: string) => {
    report({ code, message })
    return undefined
  }
  const amounts = (isShown: boolean) =>
    values
      .slice(0, 20)
      .flatMap((value) => (isNode(value) || isVisible(value) !== isShown ? [] : [value]))
      .map((value) => amountIn(value, named ?? pageCurrency))
      .filter((amount) => amount !== undefined)
  const forMachines = amounts(false)
  const found = forMachines.length > 0 ? forMachines : amounts(true)
  const [first] = found
  if (first === undefined) return undefined
  if (found.some((amount) => amount === 'ambiguous') || first === 'ambiguous') {
    const [text] = values.map(textIn).filter(Boolean)
    const written = text?.slice(0, 40)
    return refuse('price_ambiguous', `The price ${written} may have decimals or thousands.`)
  }
  const texts = new Set(found.map((amount) => typeof amount === 'object' && Number(amount.amount)))
  if (texts.size > 1) return refuse('prices_differ', 'The offer has several prices.')
  const currency = named ?? first.currency ?? pageCurrency
  if (currency === undefined) return refuse('currency_missing', 'The price has no currency.')
  if (first.currency !== undefined && first.currency !== currency) {
    return refuse('currency_contradiction', 'The price names two currencies.')
  }
  const amount = storableAmount(first.amount, currency)
  if (amount === undefined)
    return refuse('price_zero', 'The price is zero, or too large to be one.')
  const tax = values.map((value) => taxOf(textIn(value) ?? '')).find(Boolean)
  return { amount, currency, per: first.per, taxIncluded: tax && tax === 'gross' }
}

const isVisible = (value: StructuredValue) => typeof value === 'object'

type Amount = {
  readonly amount: string
  readonly currency: string | undefined
  readonly per: Basis | undefined
}

/** One separator before three digits: a machine would mean decimals, and many shops mean thousands. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

/** A machine wrote the code of the currency beside it: its decimal point is a point, in `2.305 EUR`, too. */
const withCode = /^(?:([A-Z]{3}) )?(\d+\.\d+)(?: ([A-Z]{3}))?$/

function amountIn(
  value: string | number | { readonly visible: string },
  currency: string | undefined,
): Amount | 'ambiguous' | undefined {
  if (typeof value === 'number') {
    return value >= 0 && Number.isFinite(value)
      ? { amount: decimalText(value), currency: undefined, per: undefined }
      : undefined
  }
  const text = typeof value === 'string' ? value.trim() : value.visible.trim()
  const hasThreeDecimals =
    currency !== undefined && isCurrency(currency) && minorUnitsOf(currency) === 3
  const isDoubtful = ambiguous.test(text) && typeof value === 'string'
  if (isDoubtful && !hasThreeDecimals) return 'ambiguous'
  // Schema.org writes decimals with a point: `1234.5` and `0.123` are plain.
  if (/^\d+(?:\.\d+)?$/.test(text)) return { amount: text, currency: undefined, per: undefined }
  const machine = typeof value === 'string' ? withCode.exec(text) : null
  if (machine)
    return { amount: machine[2] as string, currency: machine[1] ?? machine[3], per: undefined }
  const price = readPrice(text, hasThreeDecimals ? { decimal: '.' } : {})
  if (price.amount === undefined || price.kind !== 'exact') return undefined
  return { amount: price.amount, currency: price.currency, per: price.per }
}

/** A number of JSON without an exponent. */
function decimalText(value: number): string {
  return unitPrice(String(value), 'EUR').amount.toFixed()
}

/** The largest amount that a price column can store has thirteen digits before the point. */
export function storableAmount(text: string, currency: string): string | undefined {
  const amount = roundPrice(unitPrice(text, currency).amount)
  return amount.lte(0) || amount.gte('1e13') ? undefined : amount.toFixed()
}

/** What the price is for: `referenceQuantity`, or the unit of a `UnitPriceSpecification`. */
function basisOf(node: StructuredNode | undefined): Basis | 'unknown' | undefined {
  if (node === undefined) return undefined
  const [reference] = nodesOf(node, 'referenceQuantity')
  const at = reference ?? node
  const unit = textOf(at, 'unitCode', 'unitText')
  const value = reference && textOf(reference, 'value')
  if (unit === undefined && value === undefined) return undefined
  const quantity = value === undefined ? 1 : Number(value)
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= 1_000_000
    ? { quantity, unit }
    : 'unknown'
}

function taxIn(places: readonly StructuredNode[]): boolean | undefined {
  const text = places.map((one) => textOf(one, 'valueAddedTaxIncluded')).find(Boolean)
  if (text === undefined) return undefined
  return /^(?:true|1|yes)$|\/true$/i.test(text)
    ? true
    : /^(?:false|0|no)$|\/false$/i.test(text)
      ? false
      : undefined
}

export function availabilityOfOffer(offer: StructuredNode): FoundAvailability | undefined {
  return textsOf(offer, 'availability').map(readAvailability).find(Boolean)
}

const used = /^(?:Used|Refurbished|Damaged)Condition$/i

/** Whether the offer sells a new article. Most pages do not say, and mean it. */
export function isForNew(offer: StructuredNode): boolean {
  const condition = textOf(offer, 'itemCondition')
  if (condition !== undefined && used.test(localName(condition))) return false
  const purpose = textOf(offer, 'businessFunction')
  return (
    purpose === undefined || !/lease|rent|buy|repair|dispose/i.test(purpose.replace(/^.*[#/]/, ''))
  )
}
