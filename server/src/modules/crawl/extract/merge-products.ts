import type { FieldSource, FoundField, FoundProduct, SourceKind } from './found-product.ts'
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
  'open-graph': 0.7,
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
  readonly sources: Map<FoundField, FieldSource>
}

/**
 * Joins what the syntaxes of a page say of the same product, field by field: the first one that has a field wins. Kinds come in the
 * order of their precedence.
 */
export function mergeProducts(
  kinds: readonly FactsOfKind[],
  defaults: PageDefaults,
): FoundProduct[] {
  const merged: Merged[] = []
  const index = productIndex()
  for (const { kind, facts } of kinds) {
    const isAlone = merged.length === 1 && facts.length === 1
    const before = merged.length
    for (const one of facts) {
      const known = index.find(one) ?? (isAlone ? merged[0] : undefined)
      // Within one syntax two products are two, unless a number says otherwise.
      if (known && merged.indexOf(known) < before) add(known, one, kind)
      else if (!known) merged.push(newProduct(one, kind))
      index.add(known ?? (merged.at(-1) as Merged), one)
    }
  }
  const isOnly = merged.length === 1
  return merged.flatMap((one) => foundProduct(one, defaults, isOnly) ?? [])
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

function newProduct(facts: ProductFacts, kind: SourceKind): Merged {
  const product: Merged = { facts: {}, sources: new Map() }
  add(product, facts, kind)
  return product
}

function add(product: Merged, facts: ProductFacts, kind: SourceKind): void {
  const values: Record<string, unknown> = { ...product.facts }
  const hadPrice = product.facts.price !== undefined
  for (const field of fieldsOfFacts) {
    const value = facts[field]
    if (value === undefined) continue
    // The unit belongs to the price, and comes from the same source.
    if (field === 'unit' && hadPrice) continue
    const own = values[field]
    const source = product.sources.get(field)
    if (own === undefined || source === undefined) {
      values[field] = value
      product.sources.set(field, { kind, confidence: confidences[kind] })
    } else if (source.kind !== kind) {
      const confidence = agree(field, own, value)
        ? Math.min(confidenceMax, source.confidence + agreement)
        : source.confidence * (contradicts.has(field) ? contradiction : 1)
      product.sources.set(field, { kind: source.kind, confidence: rounded(confidence) })
    }
  }
  product.facts = values as ProductFacts
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

const rounded = (value: number) => Math.round(value * 100) / 100

/** Finds the product that other facts are about: by its numbers, its address, or its name. */
function productIndex() {
  const products = new Map<string, Merged>()
  const keysOf = ({ gtins = [], sku, mpn, brand, url, name }: ProductFacts): string[] => [
    ...gtins.map((gtin) => `gtin ${gtin.replace(/^0+/, '')}`),
    ...(sku ? [`sku ${comparable(sku)}`] : []),
    ...(mpn && brand ? [`mpn ${comparable(brand)} ${comparable(mpn)}`] : []),
    ...(name ? [`name ${url ?? ''} ${comparable(name)}`, `name ${comparable(name)}`] : []),
  ]
  return {
    find: (facts: ProductFacts): Merged | undefined => {
      for (const key of keysOf(facts)) {
        const found = products.get(key)
        if (found && !contradictsNumbers(found.facts, facts)) return found
      }
      return undefined
    },
    add: (product: Merged, facts: ProductFacts) => {
      for (const key of keysOf(facts)) if (!products.has(key)) products.set(key, product)
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
  const { name, gtins = [], images = [], attributes = [], ...others } = facts
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
