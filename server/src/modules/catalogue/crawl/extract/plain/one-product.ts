import { isCurrency } from '#kernel/money'
import { fieldOfHeader, shownNameOf, taxOf } from '#modules/imports/reading'
import type { FoundField, PageProblem } from '../found-product.ts'
import { lineOfText } from '../page/plain-text.ts'
import { readPrice } from '../prices/read-price.ts'
import { nameMax, type ProductFacts } from '../structured/product-facts.ts'
import { readGtin } from '../structured/read-gtins.ts'
import { choosePrice } from './choose-price.ts'
import { articleNumberIn, type LabelledValue } from './labels.ts'
import type { Line, Statements } from './lines.ts'
import type { PriceInLine } from './price-lines.ts'
import { availabilityIn } from './stock-lines.ts'
import type { PriceTiers } from './tier-tables.ts'

/** What a part of a page says, if it is about one product. */
export type ProductText = {
  readonly name: string
  readonly lines: readonly Line[]
  readonly pairs: readonly LabelledValue[]
  readonly prices: readonly PriceInLine[]
  readonly statements: Statements
  readonly tiers?: PriceTiers | undefined
}

const messages: Readonly<Record<string, string>> = {
  price_from: 'The page says only from which price on its product is sold.',
  prices_differ: 'The page has several prices for one product.',
  currency_missing: 'The price has no currency.',
  price_zero: 'The price is zero.',
}

/** The facts of one product in the text of a page. A value that is doubtful is left out. */
export function factsInText(
  text: ProductText,
  report: (problem: PageProblem) => void,
): ProductFacts {
  const { pairs, lines } = text
  const chosen = choosePrice(
    [...text.prices, ...labelledPrices(pairs, text.statements)],
    withOwnTax(text),
    text.tiers,
  )
  if (chosen.problem)
    report({ code: chosen.problem, message: messages[chosen.problem] ?? 'The price is doubtful.' })
  const stock = availabilityIn(pairs, lines)
  const gtins = [
    ...new Set(valuesOf(pairs, 'gtin').map((value) => readGtin(value.replace(/\s/g, '')))),
  ]
  const given: FoundField[] = [
    ...(chosen.isStated ? (['price'] as const) : []),
    ...(stock.isStated ? (['availability'] as const) : []),
    ...(valuesOf(pairs, 'gtin').length > 0 ? (['gtins'] as const) : []),
  ]
  const known = gtins.filter((gtin) => gtin !== undefined)
  const [brand] = valuesOf(pairs, 'brand')
  const [mpn] = valuesOf(pairs, 'mpn')
  return {
    name: lineOfText(text.name, nameMax),
    sku: onlyNumber(pairs),
    mpn: mpn === undefined ? undefined : articleNumberIn(mpn),
    gtins: known.length > 0 && known.length <= 2 ? known : undefined,
    brand: brand === undefined || brand.length > 60 ? undefined : lineOfText(brand, 100),
    price: chosen.price,
    unit: chosen.price && (chosen.unit ?? unitIn(pairs)),
    availability: stock.availability,
    given,
  }
}

const valuesOf = (pairs: readonly LabelledValue[], kind: LabelledValue['kind']) =>
  pairs.flatMap((pair) => (pair.kind === kind ? [pair.value] : []))

/** The article numbers that labels name, each once. */
export function numbersIn(pairs: readonly LabelledValue[]): string[] {
  const numbers = new Map<string, string>()
  for (const value of valuesOf(pairs, 'number')) {
    const number = articleNumberIn(value)
    if (number !== undefined)
      numbers.set(number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''), number)
  }
  return [...numbers.values()]
}

function onlyNumber(pairs: readonly LabelledValue[]): string | undefined {
  const [first, ...others] = numbersIn(pairs)
  return others.length === 0 ? first : undefined
}

/** `Preis (EUR): 12,50`: a price whose label names the currency. Prices with a sign are found in their lines. */
function labelledPrices(pairs: readonly LabelledValue[], statements: Statements): PriceInLine[] {
  return pairs.flatMap(({ kind, label, value, at }) => {
    if (kind !== 'price' || readPrice(value).sign !== undefined) return []
    const header = fieldOfHeader(label)?.price
    const currency = header?.currency ?? currencyIn(label) ?? statements.currency
    const { amount, kind: said, per } = readPrice(value)
    if (amount === undefined || !/\d/.test(value) || value.length > 60) return []
    const tax =
      taxOf(value) ?? header?.tax ?? (shownNameOf(label) === 'grossPrice' ? 'gross' : undefined)
    return [{ amount, currency, kind: said, per, tax, isNamed: true, fromQuantity: undefined, at }]
  })
}

function currencyIn(label: string): string | undefined {
  const { currency } = readPrice(
    `1 ${/\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(label)?.[0] ?? ''}`,
  )
  return currency && isCurrency(currency) ? currency : undefined
}

/** A line of labels may say it for the price: `Steuer: zzgl. MwSt.` */
function withOwnTax({ pairs, statements }: ProductText): Statements {
  const said = new Set(
    valuesOf(pairs, 'tax')
      .map((value) => taxOf(value))
      .filter((tax) => tax !== undefined),
  )
  const [tax] = said
  return said.size === 1 ? { ...statements, tax } : statements
}

function unitIn(pairs: readonly LabelledValue[]): string | undefined {
  const [unit] = valuesOf(pairs, 'unit')
  return unit !== undefined && /^[\p{L}²³]{1,15}$/u.test(unit) ? unit : undefined
}
