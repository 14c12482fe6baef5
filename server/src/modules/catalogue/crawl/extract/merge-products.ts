import { addCounts, countFields } from './field-counts.ts'
import type {
  FieldCounts,
  FieldSource,
  FoundField,
  FoundPrice,
  FoundProduct,
  SourceKind,
} from './found-product.ts'
import type { ProductFacts } from './structured/product-facts.ts'

/** How far a syntax is believed. Shops check JSON-LD, and write OpenGraph for pictures in social networks. */
export const confidences: Readonly<Record<SourceKind, number>> = {
  'json-ld': 0.95,
  merchant: 0.95,
  bmecat: 0.95,
  csv: 0.9,
  'json-lines': 0.9,
  microdata: 0.9,
  rdfa: 0.85,
  xlsx: 0.9,
  'own-xml': 0.9,
  'open-graph': 0.7,
  'script-state': 0.75,
  'price-table': 0.75,
  'page-text': 0.65,
}
/** A second source with the same value. */
const agreement = 0.04
const confidenceMax = 0.99
/** A second source with another value. */
const contradiction = 0.7

export type FactsOfKind = { readonly kind: SourceKind; readonly facts: readonly ProductFacts[] }

export type PageDefaults = {
  /** The address of a product that names none. */
  readonly url: string
  readonly category: ((name: string) => readonly string[] | undefined) | undefined
}

type Merged = {
  facts: ProductFacts
  /** One syntax names several prices for what looks like one product: nobody knows which of them is right. */
  isPriceDoubtful: boolean
  readonly sources: Map<FoundField, FieldSource>
  readonly given: Set<FoundField>
}

export type MergedProducts = {
  readonly products: FoundProduct[]
  /** The values of each field of the products, and what was refused. */
  readonly fields: FieldCounts
}

/**
 * Joins what the syntaxes of a page say of the same product, field by field: the first one that has a field wins. Kinds come in the
 * order of their precedence.
 */
export function mergeProducts(
  kinds: readonly FactsOfKind[],
  defaults: PageDefaults,
): MergedProducts {
  const merged: Merged[] = []
  const index = productIndex()
  for (const { kind, facts } of kinds) {
    const isAlone = merged.length === 1 && facts.length === 1
    for (const one of facts) {
      const known = index.find(one, kind) ?? (isAlone ? merged[0] : undefined)
      const product = known ?? newProduct()
      if (!known) merged.push(product)
      add(product, one, kind)
      index.add(product, one, kind)
    }
  }
  const isOnly = merged.length === 1
  const products: FoundProduct[] = []
  let fields: FieldCounts = {}
  for (const one of merged) {
    const product = foundProduct(one, defaults, isOnly)
    if (!product) continue
    products.push(product)
    fields = addCounts(fields, countFields(product, one.given))
  }
  return { products, fields }
}

const fieldsOfFacts = [
  'url',
  'name',
  'description',
  'brand',
  'mpn',
  'sku',
  'gtins',
  'price',
  'unit',
  'availability',
  'images',
  'category',
  'attributes',
] as const satisfies readonly (keyof ProductFacts & FoundField)[]

const newProduct = (): Merged => ({
  facts: {},
  isPriceDoubtful: false,
  sources: new Map(),
  given: new Set(),
})

function add(product: Merged, facts: ProductFacts, kind: SourceKind): void {
  const values: Record<string, unknown> = { ...product.facts }
  const hadPrice = product.facts.price !== undefined
  for (const field of facts.given ?? []) product.given.add(field)
  for (const field of fieldsOfFacts) {
    const value = facts[field]
    if (value === undefined) continue
    // The unit belongs to the price, and comes from the same source.
    const isOfPrice = field === 'price' || field === 'unit'
    if (isOfPrice && (product.isPriceDoubtful || (field === 'unit' && hadPrice))) continue
    const own = values[field]
    const source = product.sources.get(field)
    if (own === undefined || source === undefined) {
      values[field] = value
      product.sources.set(field, { kind, confidence: confidences[kind] })
    } else if (source.kind === kind) {
      if (field === 'price' && !agree(field, own, value)) forgetPrice(product, values)
    } else {
      if (field === 'price' && agree(field, own, value)) {
        values.price = { ...(value as FoundPrice), ...(own as FoundPrice) }
      }
      const confidence = agree(field, own, value)
        ? Math.min(confidenceMax, source.confidence + agreement)
        : source.confidence * (contradicts.has(field) ? contradiction : 1)
      product.sources.set(field, { kind: source.kind, confidence: roundConfidence(confidence) })
    }
  }
  product.facts = values as ProductFacts
}

function forgetPrice(product: Merged, values: Record<string, unknown>): void {
  product.isPriceDoubtful = true
  for (const field of ['price', 'unit'] as const) {
    delete values[field]
    product.sources.delete(field)
  }
}

/** Of the other fields, a shop writes several versions. */
const contradicts: ReadonlySet<FoundField> = new Set([
  'brand',
  'mpn',
  'sku',
  'gtins',
  'price',
  'availability',
])

function agree(field: FoundField, one: unknown, other: unknown): boolean {
  if (field === 'price') {
    const [first, second] = [one, other] as { amount: string; currency: string }[]
    return first?.currency === second?.currency && Number(first?.amount) === Number(second?.amount)
  }
  if (field === 'gtins') {
    const [first, second] = [one, other] as string[][]
    const bare = (gtin: string) => gtin.replace(/^0+/, '')
    return second?.some((gtin) => first?.map(bare).includes(bare(gtin))) ?? false
  }
  return typeof one === 'string' && typeof other === 'string'
    ? comparable(one) === comparable(other)
    : JSON.stringify(one) === JSON.stringify(other)
}

/** Letters and digits only: `ACME-1 ` and `acme 1` are the same. */
const comparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const roundConfidence = (value: number) => Math.round(value * 100) / 100

/**
 * Finds the product that other facts are about: by its numbers, or by its address and name. Facts of another syntax may also have the
 * name alone: within one syntax two products may share it.
 */
function productIndex() {
  const products = new Map<string, { readonly product: Merged; readonly kind: SourceKind }>()
  const keysOf = ({ gtins = [], sku, mpn, brand, url, name }: ProductFacts): string[] => [
    ...gtins.map((gtin) => `gtin ${gtin.replace(/^0+/, '')}`),
    ...(sku ? [`sku ${comparable(sku)}`] : []),
    ...(mpn && brand ? [`mpn ${comparable(brand)} ${comparable(mpn)}`] : []),
    ...(name ? [`place ${url ?? ''} ${comparable(name)}`, `name ${comparable(name)}`] : []),
  ]
  return {
    find: (facts: ProductFacts, kind: SourceKind): Merged | undefined => {
      for (const key of keysOf(facts)) {
        const found = products.get(key)
        if (found === undefined || contradictsNumbers(found.product.facts, facts)) continue
        if (!key.startsWith('name ') || found.kind !== kind) return found.product
      }
      return undefined
    },
    add: (product: Merged, facts: ProductFacts, kind: SourceKind) => {
      for (const key of keysOf(facts)) {
        if (!products.has(key)) products.set(key, { product, kind })
      }
    },
  }
}

/** Variants share a name, and differ in their numbers. */
function contradictsNumbers(one: ProductFacts, other: ProductFacts): boolean {
  if (one.sku && other.sku && comparable(one.sku) !== comparable(other.sku)) return true
  if (one.gtins && other.gtins) return !agree('gtins', one.gtins, other.gtins)
  return false
}

/** Undefined for a product without a name: nothing could be shown. */
function foundProduct(
  { facts, sources }: Merged,
  { url, category }: PageDefaults,
  isOnly: boolean,
): FoundProduct | undefined {
  const { name, gtins = [], images = [], attributes = [], given: _given, ...others } = facts
  if (name === undefined) return undefined
  const fromPath = others.category === undefined && isOnly ? category?.(name) : undefined
  if (fromPath)
    sources.set('category', { kind: sources.get('name')?.kind ?? 'json-ld', confidence: 0.6 })
  const known = Object.entries({ ...others, category: others.category ?? fromPath })
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    url: others.url ?? url,
    name,
    gtins,
    images,
    attributes,
    sources: Object.fromEntries(sources),
  }
}
