import { headerKey, type Tax, taxOf } from '#modules/imports/reading'
import { bare, nameOf, type PathName, surroundingOf, words } from './field-words.ts'
import type { HeaderFact, PathFacts } from './item-shape.ts'
import type { FieldPaths, MappedField } from './mapping.ts'
import { isCurrencyText, shareLike } from './value-shapes.ts'

type Candidate = { readonly facts: PathFacts; readonly name: PathName; readonly score: number }

/** The order in which paths are given to fields: the names that are hardest to mistake come first. */
const order = [
  'gtin',
  'manufacturerNumber',
  'manufacturer',
  'number',
  'currency',
  'price',
  'priceQuantity',
  'unit',
  'availability',
  'deliveryTime',
  'packQuantity',
  'image',
  'link',
  'name',
  'description',
] as const satisfies readonly MappedField[]

/** A part of the products has no such value. */
const filledLeast: Readonly<Partial<Record<MappedField, number>>> = {
  number: 0.9,
  name: 0.9,
  price: 0.5,
}
const likeLeast = 0.6

/**
 * What the paths of a file probably mean, by their names and the shapes of their values. A field of which two paths are equally likely
 * is left out, and so is one whose values contradict its name. A person confirms it.
 */
export function proposeMapping(
  paths: readonly PathFacts[],
  items: number,
  header: readonly HeaderFact[],
): FieldPaths {
  const named = paths.map((facts) => ({ facts, name: nameOf(facts.path) }))
  const found: Partial<Record<MappedField, string>> = {}
  const taken = new Set<string>()
  for (const field of order) {
    const best = bestOf(
      field,
      named.filter(({ facts }) => !taken.has(facts.path)),
      items,
      field === 'currency' ? undefined : found.price,
    )
    if (!best) continue
    found[field] = best.facts.path
    taken.add(best.facts.path)
  }
  const numbered = found.number ?? found.gtin ?? found.manufacturerNumber
  if (numbered !== undefined) found.number = numbered
  if (found.price === undefined) {
    for (const field of ['currency', 'priceQuantity', 'unit'] as const) delete found[field]
    return found
  }
  return { ...found, ...termsOf(found.price, found.currency, named, taken, items, header) }
}

type Named = Omit<Candidate, 'score'>

function bestOf(
  field: (typeof order)[number],
  named: readonly Named[],
  items: number,
  price: string | undefined,
): Candidate | undefined {
  const candidates = named
    .map((one) => ({ ...one, score: scoreOf(field, one, items) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const [first, second] = candidates
  if (!first || first.score !== second?.score) return first
  const equals = candidates.filter(({ score }) => score === first.score)
  if (field === 'price') return isOne(equals) ? first : soleOf(equals, isBase)
  if (field === 'currency') return first
  // Beside the price: `preis/@einheit` and `lager/@einheit`.
  const near = equals.filter(({ facts }) => price && parentOf(facts.path) === parentOf(price))
  if (near.length === 1) return near[0]
  return isMeaningOfPrice(field) ? undefined : first
}

/** Some files state one price at two paths. */
const isOne = (candidates: readonly Candidate[]) =>
  new Set(candidates.map(({ facts }) => facts.values.join('|'))).size === 1

const isMeaningOfPrice = (field: MappedField) => field === 'priceQuantity' || field === 'unit'

function soleOf(candidates: readonly Candidate[], is: (one: Candidate) => boolean) {
  const some = candidates.filter(is)
  return some.length === 1 ? some[0] : undefined
}

/** The price from one piece on, among those of several quantities. */
const isBase = ({ facts }: Candidate) => /\[@[^=\]]+=[01]\](?:\/[^/]*)?$/.test(facts.path)

const parentOf = (path: string) => path.replace(/\/?[^/]*$/, '')

function scoreOf(field: MappedField, { facts, name }: Named, items: number): number {
  const { filled, several } = facts
  if (filled < items * (filledLeast[field] ?? 0)) return 0
  const isList = field === 'image' || field === 'gtin'
  if (!isList && several > 0) return 0
  if (field === 'number' && facts.different < filled * 0.95) return 0
  if (shareLike(field, facts) < likeLeast) return 0
  const score = scoreOfName(field, name)
  if (score === 0) return 0
  // Of two paths with one name the shorter one is that of the product. Of two prices nobody knows.
  const depth = field === 'price' ? 0 : name.keys.length / 100
  return score + bonusOf(field, facts, name) - depth
}

const surroundingOfField: Readonly<Partial<Record<MappedField, string>>> = {
  manufacturer: 'maker',
  manufacturerNumber: 'maker',
  price: 'price',
  currency: 'price',
  priceQuantity: 'price',
  availability: 'stock',
  deliveryTime: 'delivery',
  image: 'image',
  packQuantity: 'pack',
}

function scoreOfName(field: MappedField, name: PathName): number {
  const { strong, weak, not } = words[field]
  const { key } = name
  const around = surroundingOf(name)
  const own = surroundingOfField[field]
  if (around === 'other') return 0
  if (not?.test(key) || (field === 'price' && name.keys.some((one) => not?.test(one)))) return 0
  if (around && around === own && bare.test(key)) return scoreOfBare(field, key)
  if (around === 'maker' && own !== 'maker') return 0
  if (around && around !== own && bare.test(key)) {
    return field === 'unit' && around === 'price' && strong.test(key) ? 8 : 0
  }
  if (field === 'price' && around && around !== 'price') return 0
  if (strong.test(key)) return 10
  return weak?.test(key) ? 4 : 0
}

/** `hersteller/name` and `preis/betrag`: the name alone says little. */
function scoreOfBare(field: MappedField, key: string): number {
  const isNumber = /^(?:nr|no|num|number|nummer|numero|id|code)$/.test(key)
  const isQuantity = /^(?:qty|quantity|menge|anzahl|quantite|aantal)$/.test(key)
  const isUnit = /^(?:unit|einheit|unite)$/.test(key)
  if (field === 'manufacturerNumber') return isNumber ? 9 : 0
  if (field === 'manufacturer') return isNumber ? 0 : 9
  if (field === 'priceQuantity') return isQuantity || isUnit ? 8 : 0
  if (field === 'currency') return 0
  if (isNumber || isUnit) return 0
  if (field === 'price') return isQuantity ? 0 : 9
  return 9
}

function bonusOf(field: MappedField, facts: PathFacts, { written }: PathName): number {
  if (field === 'price') {
    const tax = taxOfName(written)
    // A list price counts if there is no other.
    const isList = /list|katalog|catalog|public|tarif/i.test(written)
    return (tax === 'net' ? 1 : tax === 'gross' ? -1 : 0) - (isList ? 3 : 0)
  }
  // A quantity of which some are zero is a stock, and one word is less than a number.
  if (field === 'availability') {
    const hasNumbers = facts.values.every((value) => /^-?\d/.test(value))
    return (
      (hasNumbers ? 0.5 : 0) + (facts.values.some((value) => /^0(?:[.,]0+)?$/.test(value)) ? 1 : 0)
    )
  }
  return 0
}

const netNames =
  /(?:^|[^\p{L}])(?:ht|exc?l?|net)(?:$|[^\p{L}])|netto|hors ?tax|exkl|ohne ?mwst|zzgl/iu
const grossNames = /(?:^|[^\p{L}])(?:ttc|incl?|gross)(?:$|[^\p{L}])|brutto|inkl|mit ?mwst/iu

/** `price_inc_vat`, `prixHT`, `VKNetto`. */
export function taxOfName(written: string): Tax | undefined {
  const said = taxOf(written)
  if (said) return said
  const text = written.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_.-]/g, ' ')
  const [isNet, isGross] = [netNames.test(text), grossNames.test(text)]
  if (isNet !== isGross) return isNet ? 'net' : 'gross'
  if (/(?:prix|pu|pv|tarif)ht$/i.test(written)) return 'net'
  return /(?:prix|pu|pv|tarif)ttc$/i.test(written) ? 'gross' : undefined
}

/** What the price is in, and whether it has tax in it: beside the price, in its name, or once in the file. */
function termsOf(
  price: string,
  currency: string | undefined,
  named: readonly Named[],
  taken: ReadonlySet<string>,
  items: number,
  header: readonly HeaderFact[],
): FieldPaths {
  const { written } = nameOf(price)
  const free = named.filter(({ facts }) => !taken.has(facts.path))
  const near = (paths: readonly Named[]) =>
    paths.find(({ facts }) => facts.path.startsWith(`${price}/`)) ??
    paths.find(({ facts }) => parentOf(facts.path) === parentOf(price)) ??
    paths[0]
  const prices = named.find(({ facts }) => facts.path === price)?.facts.values ?? []
  const hasOwn = prices.some((value) => /[A-Z]{3}|[€£]/.test(value))
  const currencies = named.filter(
    ({ facts, name }) => scoreOf('currency', { facts, name }, items) > 0,
  )
  const ownCurrency = near(currencies)?.facts.path ?? currency
  const fixed = currencyOfName(written) ?? currencyOfHeader(header)
  const taxPath = near(free.filter((one) => scoreOf('tax', one, items) > 0))
  const tax = taxOfName(written)
  const headerTax = taxOfHeader(header)
  const rate = free.find((one) => scoreOf('taxRate', one, items) > 0)
  return {
    ...(ownCurrency !== undefined
      ? { currency: ownCurrency }
      : !hasOwn && fixed && { currency: `=${fixed}` }),
    ...(tax
      ? { tax: `=${tax}` }
      : taxPath
        ? { tax: taxPath.facts.path }
        : headerTax && { tax: `=${headerTax}` }),
    ...(rate && rate !== taxPath && { taxRate: rate.facts.path }),
  }
}

/** What the file says once of all its prices: `=EUR`, `=net`. */
export function termsOfHeader(header: readonly HeaderFact[]): string[] {
  return [currencyOfHeader(header), taxOfHeader(header)]
    .filter((term) => term !== undefined)
    .map((term) => `=${term}`)
}

function currencyOfName(written: string): string | undefined {
  const words = written.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}€£]+/u)
  const codes = words.filter((word) => /^(?:eur|euro|gbp|chf|usd)s?$/i.test(word))
  return codes.length === 1 ? codes[0]?.slice(0, 3).toUpperCase() : undefined
}

function currencyOfHeader(header: readonly HeaderFact[]): string | undefined {
  const said = header
    .filter(({ key, value }) => words.currency.strong.test(keyOfFact(key)) && isCurrencyText(value))
    .map(({ value }) =>
      value === '€' || /^euro/i.test(value) ? 'EUR' : value === '£' ? 'GBP' : value,
    )
  const codes = new Set(said.map((code) => code.toUpperCase()))
  return codes.size === 1 ? [...codes][0] : undefined
}

const keyOfFact = (key: string) => headerKey(key.split('/').at(-1) ?? '')

const ofPrices =
  /preis|price|prix|prijs|steuer|tax|vat|mwst|tva|btw|hinweis|note|remark|bemerkung|info|mention/

function taxOfHeader(header: readonly HeaderFact[]): Tax | undefined {
  const said = header.flatMap(({ key, value }) => {
    const name = keyOfFact(key)
    if (!ofPrices.test(name)) return []
    const isIncluded = /incl|inkl|enthalt|compris/.test(name)
    if (isIncluded && /^(?:true|yes|ja|oui|1)$/i.test(value)) return ['gross' as const]
    if (isIncluded && /^(?:false|no|nein|non|0)$/i.test(value)) return ['net' as const]
    return taxOf(value) ?? []
  })
  const taxes = new Set(said)
  return taxes.size === 1 ? [...taxes][0] : undefined
}
