import type { FoundPrice, FoundTier } from '../found-product.ts'
import type { PricePer } from '../prices/read-price.ts'
import { fallingTiers, storableAmount } from '../structured/read-offer.ts'
import type { Statements } from './lines.ts'
import type { PriceInLine } from './price-lines.ts'
import type { PriceTiers } from './tier-tables.ts'

export type ChosenPrice = {
  readonly price?: FoundPrice
  readonly unit?: string
  /** The text states a price. It may still be doubtful. */
  readonly isStated: boolean
  /** Why the price that is stated is not believed. */
  readonly problem?: string
}

/** The one price of a product among those that its text states. Several that nothing tells apart are none. */
export function choosePrice(
  found: readonly PriceInLine[],
  statements: Statements,
  table?: PriceTiers,
): ChosenPrice {
  const plain = found.filter(({ fromQuantity }) => fromQuantity === undefined || fromQuantity <= 1)
  const base = baseOf(plain, table, statements)
  if (base === undefined) {
    const isStated = found.length > 0 || table !== undefined
    return isStated ? { isStated, problem: 'price_from' } : { isStated }
  }
  if (base === 'several') return { isStated: true, problem: 'prices_differ' }
  if (base.currency === undefined) return { isStated: true, problem: 'currency_missing' }
  const { currency, per, tax = statements.tax } = base
  const amount = storableAmount(base.amount, currency)
  if (amount === undefined) return { isStated: true, problem: 'price_zero' }
  return {
    isStated: true,
    price: {
      amount,
      currency,
      perQuantity: per?.quantity || 1,
      ...(tax && { taxIncluded: tax === 'gross' }),
      ...tiersOf(found, table, { amount, currency }),
    },
    ...(per?.unit && { unit: per.unit }),
  }
}

type Base = Pick<PriceInLine, 'amount' | 'currency' | 'per' | 'tax'>

function baseOf(
  found: readonly PriceInLine[],
  table: PriceTiers | undefined,
  statements: Statements,
): Base | 'several' | undefined {
  const exact = found.filter(({ kind }) => kind === 'exact')
  const isFrom = found.some(({ kind }) => kind !== 'exact')
  const first = table?.tiers.find(({ minQuantity }) => minQuantity <= 1)
  if (exact.length === 0) {
    // `ab 5,50 €` beside a table that says what one costs.
    if (!first) return undefined
    const { currency = statements.currency, tax } = table ?? {}
    return { amount: first.amount, currency, per: undefined, tax }
  }
  if (isFrom && !exact.some(({ isNamed }) => isNamed)) {
    const fromAmounts = new Set(
      found.filter(({ kind }) => kind === 'from').map(({ amount }) => Number(amount)),
    )
    // `ab 34,90 €`, and then what each variant costs.
    if (exact.some(({ amount }) => !fromAmounts.has(Number(amount)))) return 'several'
  }
  const one =
    singlePrice(exact) ??
    singlePrice(pricesByTax(exact)) ??
    singlePrice(exact.filter(({ isNamed }) => isNamed)) ??
    wholeOf(exact)
  return one ?? 'several'
}

/** The prices without tax, or those with tax if all of them have it. */
function pricesByTax(found: readonly PriceInLine[]): readonly PriceInLine[] {
  const net = found.filter(({ tax }) => tax === 'net')
  const gross = found.filter(({ tax }) => tax === 'gross')
  if (net.length + gross.length < found.length) return withTaxBeside(found)
  return net.length > 0 ? net : gross
}

/** Usual rates of value added tax. */
const rates = [1.19, 1.07, 1.2, 1.1, 1.055, 1.021, 1.081, 1.026, 1.05, 1.21, 1.13, 1.25]

/** Two prices of which one is marked, and the other is that with tax, or without it. */
function withTaxBeside(found: readonly PriceInLine[]): readonly PriceInLine[] {
  const amounts = [...new Set(found.map(({ amount }) => Number(amount)))].sort(
    (one, other) => one - other,
  )
  const [low, high] = amounts
  if (low === undefined || high === undefined || amounts.length !== 2) return []
  const isRate = rates.some((rate) => Math.abs(low * rate - high) <= 0.011)
  const ofLow = found.filter(({ amount }) => Number(amount) === low)
  const isMarked =
    ofLow.some(({ tax }) => tax === 'net') ||
    found.some(({ amount, tax }) => Number(amount) === high && tax === 'gross')
  const isContrary = ofLow.some(({ tax }) => tax === 'gross')
  return isRate && isMarked && !isContrary
    ? ofLow.map((one) => ({ ...one, tax: 'net' as const }))
    : []
}

/** The same amount may stand several times on a page, once with its unit and once with its tax. */
function singlePrice(found: readonly PriceInLine[]): Base | undefined {
  const [first] = found
  if (!first || found.some((one) => Number(one.amount) !== Number(first.amount))) return undefined
  const currencies = new Set(found.map(({ currency }) => currency).filter(Boolean))
  if (currencies.size > 1) return undefined
  const taxes = new Set(found.map(({ tax }) => tax).filter(Boolean))
  const pers = found.map(({ per }) => per).filter((per) => per !== undefined)
  const [currency] = currencies
  const [tax] = taxes
  return { amount: first.amount, currency, per: pers[0], tax: taxes.size === 1 ? tax : undefined }
}

/** `112,60 € / 100 m` and `1,13 €/m`, or `8,90 €` and `(1,78 €/l)`: the second says the same of a part. */
function wholeOf(found: readonly PriceInLine[]): Base | undefined {
  const whole = singlePrice(found.filter(({ per }) => !isMeasure(per)))
  if (whole) return whole
  const [largest] = [...found].sort((one, other) => Number(other.amount) - Number(one.amount))
  if (!largest) return undefined
  const others = found.filter((one) => Number(one.amount) !== Number(largest.amount))
  const areParts = others.every(({ per }) => isMeasure(per) && per?.quantity === 1)
  return areParts && (largest.per?.quantity ?? 1) > 1 ? largest : undefined
}

const measures =
  /^(?:kg|kilo|g|l|ltr|liter|litre|ml|m|m²|m2|qm|m³|meter|metre|mètre|lfm|stück|stk|st|piece|pièce|unit|unité|each|item)$/i

const isMeasure = (per: PricePer | undefined) => per?.unit !== undefined && measures.test(per.unit)

function tiersOf(
  found: readonly PriceInLine[],
  table: PriceTiers | undefined,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): Pick<FoundPrice, 'tiers'> {
  const inLines = found.flatMap((one) =>
    one.fromQuantity !== undefined &&
    one.fromQuantity > 1 &&
    one.currency === currency &&
    one.kind === 'exact'
      ? [{ minQuantity: one.fromQuantity, amount: one.amount }]
      : [],
  )
  const isOther = table?.currency !== undefined && table.currency !== currency
  const inTable = isOther ? [] : (table?.tiers ?? []).filter(({ minQuantity }) => minQuantity > 1)
  const tiers = (inTable.length > 0 ? inTable : inLines)
    .slice(0, 50)
    .flatMap((tier): FoundTier[] => {
      const known = storableAmount(tier.amount, currency)
      return known === undefined ? [] : [{ ...tier, amount: known }]
    })
  return fallingTiers(tiers, amount)
}
