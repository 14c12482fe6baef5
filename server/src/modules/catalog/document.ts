import type { Decimal } from 'decimal.js'
import { type Identifier, identifiersOf } from './identifiers.ts'
import { defaultLanguage, type ReadingLanguage, readingOf } from './language.ts'
import type { Attribute } from './product.ts'
import { nameKey, searchText } from './search-text.ts'
import { addMeasures, withNeighbours } from './units.ts'

/**
 * Which reading of products this is. Documents carry it: after a change of what `documentOf` makes of a product, or of how
 * its texts become words, it is one more, and those of before are made anew in the background.
 */
export const analysisVersion = 2

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

export type Indexable = {
  readonly id: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly name: string
  readonly brand: string
  readonly description: string
  /** Of its texts: two letters. */
  readonly language?: string | undefined
  readonly attributes: readonly Attribute[]
  readonly categoryIds: readonly string[]
  readonly shipTo: readonly string[]
  readonly listPrice: Decimal
  readonly currency: string
  readonly releasedOn: string
}

export function documentOf(product: Indexable): SearchDocument {
  const { name, mpn, brand, description } = product
  return {
    productId: product.id,
    language: readingOf(product.language ?? defaultLanguage),
    supplierCompanyId: product.supplierCompanyId,
    brand,
    categoryIds: product.categoryIds,
    shipTo: product.shipTo,
    traits: traitsOf(product.attributes),
    price: product.listPrice,
    currency: product.currency,
    releasedOn: product.releasedOn,
    nameKey: nameKey(name),
    texts: {
      a: searchText(naming(name, mpn)),
      b: searchText(`${brand} ${product.gtins.join(' ')}`),
      c: searchText(description),
      d: attributeText(product.attributes),
      units: unitText([name, mpn, description], product.attributes),
    },
    identifiers: identifiersOf(product),
  }
}

/** A part number that stands in the name already is not said twice. */
function naming(name: string, mpn: string): string {
  return name.toLowerCase().includes(mpn.toLowerCase()) ? name : `${name} ${mpn}`
}

/** A page of text for a handful of words: more would only distort how often a word stands in it. */
const attributeTextMax = 4_000

/** Numbers stand with what they count, `8 ports`. Flags are words that nobody searches by. */
function attributeText(attributes: readonly Attribute[]): string {
  let text = ''
  for (const { kind, label, value, unit } of attributes) {
    const before = text === '' ? '' : ' ; '
    if (kind === 'text') text += before + value
    else if (kind === 'number' && meaningOf(label).isCount) text += `${before}${value} ${label}`
    else if (unit) text += `${before}${value} ${unit}`
  }
  return searchText(text.slice(0, attributeTextMax))
}

const counts = /ports|quantity|number of|cells|outlets|sheets|slots|per pack/i

/** Measures that name the product, not those of its box. */
const measuring =
  /^(cable length|cord length|internal memory|total storage capacity|capacity|display diagonal)$/i

const portCount = /^(ethernet lan \(rj-45\) ports|.* ports quantity|number of ports.*)$/i

type Meaning = {
  readonly isCount: boolean
  readonly isMeasuring: boolean
  readonly isPortCount: boolean
  readonly trait: string | undefined
}

/** Labels come again with every product. */
const meanings = new Map<string, Meaning>()
const meaningsMax = 10_000

function meaningOf(label: string): Meaning {
  const known = meanings.get(label)
  if (known) return known
  const meaning = {
    isCount: counts.test(label),
    isMeasuring: measuring.test(label),
    isPortCount: portCount.test(label),
    trait: Object.hasOwn(traitNames, label) ? traitNames[label] : undefined,
  }
  if (meanings.size >= meaningsMax) meanings.clear()
  meanings.set(label, meaning)
  return meaning
}

function unitText(texts: readonly string[], attributes: readonly Attribute[]): string {
  const tokens = new Set<string>()
  for (const text of texts) addMeasures(text, tokens)
  for (const { label, value, unit } of attributes) {
    const { isMeasuring, isPortCount } = meaningOf(label)
    if (unit && isMeasuring) addMeasures(`${value} ${unit}`, tokens)
    else if (isPortCount) addMeasures(`${value} ports`, tokens)
  }
  return tokens.size === 0 ? '' : [...new Set(withNeighbours([...tokens]))].join(' ')
}

/** Labels that mean the same stand under one name. Only what buyers narrow by. */
const traitNames: Readonly<Record<string, string>> = {
  'Product colour': 'Colour',
  'Cable colour': 'Colour',
  'Printing colours': 'Printing colour',
  Type: 'Type',
  'Cable length': 'Length',
  'Connector 1': 'Connector 1',
  'Connector 2': 'Connector 2',
  'Cable standard': 'Cable standard',
  'Cable type': 'Cable standard',
  'Print technology': 'Print technology',
  'Ink type': 'Ink type',
  'Brand compatibility': 'Fits brand',
  Material: 'Material',
  'Display diagonal': 'Display diagonal',
  'Internal memory': 'Internal memory',
  'Processor family': 'Processor family',
  'Form factor': 'Form factor',
  'Quantity per pack': 'Pieces per pack',
  'Connectivity technology': 'Connectivity',
  'Battery technology': 'Battery technology',
  'Battery size': 'Battery size',
  'Memory form factor': 'Memory form factor',
}

const traitValueMax = 40

export function traitsOf(attributes: readonly Attribute[]): string[] {
  const traits = new Map<string, string>()
  for (const { label, value, unit } of attributes) {
    const name = meaningOf(label).trait
    if (name === undefined || traits.has(name) || value.length > traitValueMax) continue
    traits.set(name, unit ? `${value} ${unit}` : value)
  }
  return [...traits].map(([name, value]) => `${name}=${value}`)
}
