import type { Decimal } from 'decimal.js'
import { roundPrice } from '#kernel/money'
import { oneUnit } from '#kernel/quantity'
import { asTyped } from '#kernel/typed-text'
import {
  type Attribute,
  defaultLanguage,
  type Indexable,
  minQuantityOf,
  noTexts,
  type ReadingLanguage,
  readingOf,
} from '#modules/products'
import { storedFields } from '#modules/products/fields'
import { nominalLength } from '../words/length-value.ts'
import { nameKey, searchText } from '../words/search-text.ts'
import { addStandards, standardOf } from '../words/standards.ts'
import { addMeasures, withNeighbours } from '../words/units.ts'

/**
 * The version of the analysis. Each document has it. After a change of `documentOf`, or of how texts become words,
 * increase it. Then the background job updates the older documents.
 */
export const analysisVersion = 10

/** The texts of a product in one language, by weight. */
export type WeightedTexts = {
  /** Name and part number. */
  readonly a: string
  /** Brand and article numbers. */
  readonly b: string
  /** Description. */
  readonly c: string
  /** Attributes. */
  readonly d: string
  /** Tokens of measures, without stemming. */
  readonly units: string
}

export type OtherTexts = { readonly language: ReadingLanguage; readonly texts: WeightedTexts }

/** The indexed form of a product: texts by weight, and the fields for filters. */
export type SearchDocument = {
  readonly productId: string
  /** The language in which its texts are analysed. */
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
  readonly texts: WeightedTexts
  /** The texts in other languages. Absent: none, as mostly. */
  readonly others?: readonly OtherTexts[]
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
      a: searchText(nameWithNumber(name, mpn)),
      b: searchText(codesOf(product)),
      c: searchText(description),
      d: attributeText(attributes, meant),
      units: unitText([name, mpn, description], attributes, meant),
    },
    ...othersOf(product),
  }
}

/** Brand and numbers stand in each language, so that a product ranks in each as if it had no other. */
function othersOf(product: Indexable): Pick<SearchDocument, 'others'> {
  const { texts, mpn } = product
  const others: OtherTexts[] = []
  for (const [language, { name = '', description = '', attributes = [] }] of Object.entries(
    texts ?? noTexts,
  )) {
    const meant = attributes.map(({ label }) => meaningOf(label))
    others.push({
      language: readingOf(language),
      texts: {
        a: searchText(nameWithNumber(name, mpn)),
        b: searchText(codesOf(product)),
        c: searchText(description),
        d: attributeText(attributes, meant),
        units: unitText([name, mpn, description], attributes, meant),
      },
    })
  }
  return others.length > 0 ? { others } : {}
}

const withWords = storedFields.flatMap(({ key, words }) => (words ? [{ key, words }] : []))

/** Brand and article numbers, and what else a field says for search. */
function codesOf(product: Indexable): string {
  const values = withWords.map(({ key, words }) => {
    const value: unknown = product[key]
    return value === undefined ? [] : [words(value)]
  })
  return values.flat().join(' ')
}

/** Searches compare, filter and sort by the price of one unit at the smallest quantity for sale. */
export function comparedPrice({
  listPrice,
  tiers = [],
  perQuantity = 1,
  moq = oneUnit,
  multiple = oneUnit,
}: Pick<Indexable, 'listPrice' | 'tiers' | 'perQuantity' | 'moq' | 'multiple'>): Decimal {
  const least = minQuantityOf({ moq, multiple })
  const price = tiers.findLast(({ minQuantity }) => minQuantity <= least)?.unitPrice ?? listPrice
  return perQuantity === 1 ? price : roundPrice(price.div(perQuantity))
}

/** Adds the part number unless the name already contains it. */
function nameWithNumber(name: string, mpn: string): string {
  return name.toLowerCase().includes(mpn.toLowerCase()) ? name : `${name} ${mpn}`
}

/** About a page of text. More would only distort how often a word occurs in it. */
const attributeTextMax = 4_000

/** Numbers stand with their label, `8 ports`. Flags are omitted, because nobody searches for them. */
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

/** Labels of packaging and weight. Their values say nothing about the kind of product. */
const besides =
  /pa(?:ck|ke)t?|weight|verpackung|gewicht|karton|emballage|poids|colis|^(?:box|carton)\b/i

/** Labels of the outer size. A buyer of a two metre cable does not want a rack of that height. */
const body =
  /\b(?:width|height|depth|thickness|breite|höhe|tiefe|largeur|hauteur|profondeur)|breite\b|höhe\b|tiefe\b/i

/** What a computer could have is not what it has: `Maximum internal memory`. */
const most = /^max(?:imum|imal|\.)?\b/i

/** Grams per square metre tell papers apart, whatever the label. */
const areaWeight = /^g\/m[²2]$/

const portCount = /^(ethernet lan \(rj-45\) ports|.* ports quantity|number of ports.*)$/i

/** Labels that nobody uses as a filter. */
const noise =
  /temperatur|humidity|altitude|dimensions|certificat|country of origin|luftfeucht|abmessung|zertifi|\bcode\b/i

type Meaning = {
  readonly isCount: boolean
  /** The label is about packaging, weight, or what is only possible. */
  readonly isBeside: boolean
  readonly isBody: boolean
  readonly isPortCount: boolean
  /** The standard whose version the value is. */
  readonly standard: string | undefined
  /** The common name of labels with this meaning. */
  readonly trait: string | undefined
  /** The label itself. Empty if nobody would filter by it. */
  readonly plain: string
}

/** The same labels occur in every product. */
const meanings = new Map<string, Meaning>()
const meaningsMax = 10_000

function meaningOf(label: string): Meaning {
  const known = meanings.get(label)
  if (known) return known
  const meaning = {
    isCount: counts.test(label),
    isBeside: besides.test(label) || most.test(label),
    isBody: body.test(label),
    isPortCount: portCount.test(label),
    standard: standardOf(label),
    trait: traitNames.get(label.toLowerCase()),
    plain: besides.test(label) || noise.test(label) ? '' : plainLabel(label),
  }
  if (meanings.size >= meaningsMax) meanings.clear()
  meanings.set(label, meaning)
  return meaning
}

/** In a product with more measures than this, the measures are details and do not identify it. */
const measuredMax = 6

function unitText(
  texts: readonly string[],
  attributes: readonly Attribute[],
  meant: readonly Meaning[],
): string {
  const tokens = new Set<string>()
  const standards = new Set<string>()
  for (const text of texts) addStandards(addMeasures(asTyped(text), tokens), standards)
  let measured = 0
  for (let at = 0; at < attributes.length && measured < measuredMax; at += 1) {
    const { value, unit } = attributes[at] as Attribute
    const { isBeside, isBody, isPortCount } = meant[at] as Meaning
    const before = tokens.size
    if (isPortCount) addMeasures(`${value} ports`, tokens)
    else if (unit && ((!isBeside && !isBody) || areaWeight.test(unit))) {
      addMeasures(asTyped(`${value} ${unit}`), tokens)
    }
    if (tokens.size > before) measured += 1
  }
  addStatedStandards(attributes, meant, standards)
  if (tokens.size + standards.size === 0) return ''
  return [...new Set(withNeighbours([...tokens])), ...standards].join(' ')
}

/** A product with more standards than this is a computer, and has them among much else. */
const standardsMax = 12

/** A standard is in a value (`Cat6a`), or its name is in the label (`HDMI version`), or all of it is (`USB 2.0 ports quantity`). */
function addStatedStandards(
  attributes: readonly Attribute[],
  meant: readonly Meaning[],
  standards: Set<string>,
): void {
  for (let at = 0; at < attributes.length && standards.size < standardsMax; at += 1) {
    const { kind, label, value } = attributes[at] as Attribute
    const { isCount, standard } = meant[at] as Meaning
    if (standard !== undefined) addStandards(`${standard} ${value}`, standards)
    else if (kind === 'text') addStandards(value, standards)
    else if (isCount && value !== '0') addStandards(label, standards)
  }
}

/** Labels with the same meaning, in lower case, share one name. These traits come before all others of a product. */
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
/** The limit for each product, because a search counts them for all found products. */
const traitsMax = 8

/** The attributes for filters: short values, except flags. Known labels come first. */
function traitsOf(attributes: readonly Attribute[], meant: readonly Meaning[]): string[] {
  const known = new Map<string, string>()
  const others = new Map<string, string>()
  for (let at = 0; at < attributes.length; at += 1) {
    const { value, unit, kind } = attributes[at] as Attribute
    if (value.length > traitValueMax) continue
    const { trait, plain } = meant[at] as Meaning
    if (trait === undefined && (kind === 'flag' || others.size >= traitsMax)) continue
    const [traits, key] = trait === undefined ? [others, plain] : [known, trait]
    if (key === '' || traits.has(key)) continue
    traits.set(key, sharedValue(key, unit ? `${value} ${unit}` : value))
  }
  const traits: string[] = []
  for (const [name, value] of known) traits.push(`${name}=${value}`)
  for (const [name, value] of others) {
    if (traits.length >= traitsMax) break
    traits.push(`${name}=${value}`)
  }
  return traits
}

/** A filter by a value finds what the facet counts under it. */
export function sharedValue(label: string, value: string): string {
  return label === 'Length' ? nominalLength(value) : value
}

/** A label may not contain the signs that separate it from its value. */
function plainLabel(label: string): string {
  return label
    .replace(/[=:\s]+/g, ' ')
    .trim()
    .slice(0, traitLabelMax)
}
