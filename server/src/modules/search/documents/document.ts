import type { Decimal } from 'decimal.js'
import { roundPrice } from '#kernel/money'
import { asTyped } from '#kernel/typed-text'
import {
  type Attribute,
  defaultLanguage,
  type Identifier,
  type Indexable,
  identifiersOf,
  type ReadingLanguage,
  readingOf,
} from '#modules/products'
import { nameKey, searchText } from '../words/search-text.ts'
import { addMeasures, withNeighbours } from '../words/units.ts'

/**
 * Which reading of products this is. Documents carry it: after a change of what `documentOf` makes of a product, or of how
 * its texts become words, it is one more, and those of before are made anew in the background.
 */
export const analysisVersion = 7

/** What search keeps of a product: texts by weight, and what can be filtered by. */
export type SearchDocument = {
  readonly productId: string
  /** How its texts are read. */
  readonly language: ReadingLanguage
  readonly supplierCompanyId: string
  readonly brand: string
  readonly categoryIds: readonly string[]
  readonly shipTo: readonly string[]
  readonly traits: readonly string[]
  readonly price: Decimal
  readonly currency: string
  readonly releasedOn: string
  readonly nameKey: string
  readonly texts: {
    /** Name and part number. */
    readonly a: string
    /** Brand and article numbers. */
    readonly b: string
    /** Description. */
    readonly c: string
    /** Attributes. */
    readonly d: string
    /** Tokens of measures: not stemmed. */
    readonly units: string
  }
  readonly identifiers: readonly Identifier[]
}

export function documentOf(product: Indexable): SearchDocument {
  const { name, mpn, brand, description, attributes } = product
  const meant = attributes.map(({ label }) => meaningOf(label))
  return {
    productId: product.id,
    language: readingOf(product.language ?? defaultLanguage),
    supplierCompanyId: product.supplierCompanyId,
    brand,
    categoryIds: product.categoryIds,
    shipTo: product.shipTo,
    traits: traitsOf(attributes, meant),
    price: comparedPrice(product),
    currency: product.currency,
    releasedOn: product.releasedOn,
    nameKey: nameKey(name),
    texts: {
      a: searchText(naming(name, mpn)),
      b: searchText(`${brand} ${product.gtins.join(' ')}`),
      c: searchText(description),
      d: attributeText(attributes, meant),
      units: unitText([name, mpn, description], attributes, meant),
    },
    identifiers: identifiersOf(product),
  }
}

/** Searches compare, filter and sort by the price of one unit. */
export function comparedPrice({
  listPrice,
  perQuantity = 1,
}: Pick<Indexable, 'listPrice' | 'perQuantity'>): Decimal {
  return perQuantity === 1 ? listPrice : roundPrice(listPrice.div(perQuantity))
}

/** A part number that stands in the name already is not said twice. */
function naming(name: string, mpn: string): string {
  return name.toLowerCase().includes(mpn.toLowerCase()) ? name : `${name} ${mpn}`
}

/** A page of text for a handful of words: more would only distort how often a word stands in it. */
const attributeTextMax = 4_000

/** Numbers stand with what they count, `8 ports`. Flags are words that nobody searches by. */
function attributeText(attributes: readonly Attribute[], meant: readonly Meaning[]): string {
  let text = ''
  for (let at = 0; at < attributes.length && text.length < attributeTextMax; at += 1) {
    const { kind, label, value, unit } = attributes[at] as Attribute
    const before = text === '' ? '' : ' ; '
    if (kind === 'text') text += before + value
    else if (kind === 'number' && (meant[at] as Meaning).isCount)
      text += `${before}${value} ${label}`
    else if (unit) text += `${before}${value} ${unit}`
  }
  return searchText(text.slice(0, attributeTextMax))
}

const counts = /ports|quantity|number of|cells|outlets|sheets|slots|per pack/i

/** What is said of its box and of its weight names no product. */
const besides =
  /pa(?:ck|ke)t?|weight|verpackung|gewicht|karton|emballage|poids|colis|^(?:box|carton)\b/i

/** Nor do the measures of its body: whoever asks for a cable of two metres does not mean a rack of that height. */
const body =
  /\b(?:width|height|depth|thickness|breite|höhe|tiefe|largeur|hauteur|profondeur)|breite\b|höhe\b|tiefe\b/i

const portCount = /^(ethernet lan \(rj-45\) ports|.* ports quantity|number of ports.*)$/i

/** Nobody narrows a search by these. */
const noise =
  /temperatur|humidity|altitude|dimensions|certificat|country of origin|luftfeucht|abmessung|zertifi|\bcode\b/i

type Meaning = {
  readonly isCount: boolean
  /** Of what surrounds the product, or weighs. */
  readonly isBeside: boolean
  readonly isBody: boolean
  readonly isPortCount: boolean
  /** The name that it shares with labels of its meaning. */
  readonly trait: string | undefined
  /** Its own. Empty where nobody would narrow by it. */
  readonly plain: string
}

/** Labels come again with every product. */
const meanings = new Map<string, Meaning>()
const meaningsMax = 10_000

function meaningOf(label: string): Meaning {
  const known = meanings.get(label)
  if (known) return known
  const meaning = {
    isCount: counts.test(label),
    isBeside: besides.test(label),
    isBody: body.test(label),
    isPortCount: portCount.test(label),
    trait: traitNames.get(label.toLowerCase()),
    plain: besides.test(label) || noise.test(label) ? '' : plainLabel(label),
  }
  if (meanings.size >= meaningsMax) meanings.clear()
  meanings.set(label, meaning)
  return meaning
}

/** Products with more measures than this are described, not named, by them. */
const measuredMax = 6

function unitText(
  texts: readonly string[],
  attributes: readonly Attribute[],
  meant: readonly Meaning[],
): string {
  const tokens = new Set<string>()
  for (const text of texts) addMeasures(asTyped(text), tokens)
  let measured = 0
  for (let at = 0; at < attributes.length && measured < measuredMax; at += 1) {
    const { value, unit } = attributes[at] as Attribute
    const { isBeside, isBody, isPortCount } = meant[at] as Meaning
    const before = tokens.size
    if (isPortCount) addMeasures(`${value} ports`, tokens)
    else if (unit && !isBeside && !isBody) addMeasures(asTyped(`${value} ${unit}`), tokens)
    if (tokens.size > before) measured += 1
  }
  return tokens.size === 0 ? '' : [...new Set(withNeighbours([...tokens]))].join(' ')
}

/** Labels that mean the same, in lower case, stand under one name, and before the others of a product. */
const traitNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'product colour': 'Colour',
    'cable colour': 'Colour',
    colour: 'Colour',
    color: 'Colour',
    farbe: 'Colour',
    couleur: 'Colour',
    'printing colours': 'Printing colour',
    type: 'Type',
    'cable length': 'Length',
    length: 'Length',
    kabellänge: 'Length',
    länge: 'Length',
    longueur: 'Length',
    'connector 1': 'Connector 1',
    'connector 2': 'Connector 2',
    'cable standard': 'Cable standard',
    'cable type': 'Cable standard',
    'print technology': 'Print technology',
    'ink type': 'Ink type',
    'brand compatibility': 'Fits brand',
    material: 'Material',
    matériau: 'Material',
    'display diagonal': 'Display diagonal',
    'internal memory': 'Internal memory',
    'processor family': 'Processor family',
    'form factor': 'Form factor',
    'quantity per pack': 'Pieces per pack',
    'connectivity technology': 'Connectivity',
    'battery technology': 'Battery technology',
    'battery size': 'Battery size',
    'memory form factor': 'Memory form factor',
  }),
)

const traitValueMax = 40
const traitLabelMax = 60
/** Each is counted for every product that a search finds. */
const traitsMax = 8

/** What buyers can narrow by: short values, none of them a mere yes or no; what labels are known for comes first. */
function traitsOf(attributes: readonly Attribute[], meant: readonly Meaning[]): string[] {
  const known = new Map<string, string>()
  const others = new Map<string, string>()
  for (let at = 0; at < attributes.length; at += 1) {
    const { value, unit, kind } = attributes[at] as Attribute
    if (value.length > traitValueMax) continue
    const { trait, plain } = meant[at] as Meaning
    if (trait === undefined && (kind === 'flag' || others.size >= traitsMax)) continue
    const [traits, key] = trait === undefined ? [others, plain] : [known, trait]
    if (key !== '' && !traits.has(key)) traits.set(key, unit ? `${value} ${unit}` : value)
  }
  const traits: string[] = []
  for (const [name, value] of known) traits.push(`${name}=${value}`)
  for (const [name, value] of others) {
    if (traits.length >= traitsMax) break
    traits.push(`${name}=${value}`)
  }
  return traits
}

/** A label ends where its value begins: neither sign that stands between them may be in it. */
function plainLabel(label: string): string {
  return label
    .replace(/[=:\s]+/g, ' ')
    .trim()
    .slice(0, traitLabelMax)
}
