import { isCurrency } from '#kernel/money'
import type { PageProblem } from '../found-product.ts'
import { normaliseAddress } from '../links/normalise-address.ts'
import { factsOf, givenIn, nameIn, numbersOf, type ProductFacts } from './product-facts.ts'
import { availabilityOfOffer, isForNew, type OfferedPrice, priceOfOffer } from './read-offer.ts'
import {
  addValue,
  isNode,
  isOfType,
  nodesOf,
  type StructuredNode,
  textOf,
  textsOf,
  valuesOf,
} from './structured-node.ts'

const productTypes = new Set([
  'Product',
  'IndividualProduct',
  'ProductModel',
  'SomeProducts',
  'ProductGroup',
])
const groupTypes = new Set(['ProductGroup'])
const offerTypes = new Set(['Offer', 'OfferForPurchase'])
const aggregateTypes = new Set(['AggregateOffer'])

/** What leads to other articles, or to what people say of them. */
const otherThings = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'review',
  'reviews',
  'itemReviewed',
  'hasMerchantReturnPolicy',
  'shippingDetails',
  'potentialAction',
  'object',
])

const productsMax = 200
const visitedMax = 50_000

export type WalkedNodes = {
  readonly products: readonly StructuredNode[]
  readonly breadcrumbs: readonly StructuredNode[]
  /** The currencies that the nodes name. */
  readonly currencies: ReadonlySet<string>
}

/** Finds the products that nodes describe, at any depth, each once. Things may refer to each other in circles. */
export function walkNodes(roots: readonly StructuredNode[]): WalkedNodes {
  const products: StructuredNode[] = []
  const breadcrumbs: StructuredNode[] = []
  const currencies = new Set<string>()
  const seen = new Set<StructuredNode>(roots)
  // A set keeps the order, and grows while it is walked.
  for (const node of seen) {
    if (isOfType(node, productTypes)) products.push(node)
    if (node.types.includes('BreadcrumbList')) breadcrumbs.push(node)
    if (isOfType(node, offerTypes)) offerItsProducts(node)
    for (const text of textsOf(node, 'priceCurrency')) {
      if (isCurrency(text.toUpperCase())) currencies.add(text.toUpperCase())
    }
    for (const [name, values] of node.properties) {
      if (otherThings.has(name)) continue
      for (const value of values) if (isNode(value) && seen.size < visitedMax) seen.add(value)
    }
  }
  return { products, breadcrumbs, currencies }
}

/** An offer may contain its product, in place of the other way around. */
function offerItsProducts(offer: StructuredNode): void {
  for (const product of nodesOf(offer, 'itemOffered')) {
    if (!product.properties.has('offers')) addValue(product, 'offers', offer)
  }
}

export type ReadingContext = {
  readonly base: string
  /** The one currency that the page names anywhere. */
  readonly pageCurrency: string | undefined
  readonly report: (problem: PageProblem) => void
}

/** The facts of all products. A group of variants stands for its variants, and they inherit what it says. */
export function factsOfProducts(
  products: readonly StructuredNode[],
  context: ReadingContext,
): ProductFacts[] {
  const groups = new Map<StructuredNode, StructuredNode>()
  const replaced = new Set<StructuredNode>()
  for (const product of products) {
    const variants = nodesOf(product, 'hasVariant')
    for (const variant of variants) groups.set(variant, product)
    if (variants.length > 0) replaced.add(product)
    const [group] = nodesOf(product, 'isVariantOf', 'inProductGroupWithID')
    if (!group) continue
    groups.set(product, group)
    if (isOfType(group, groupTypes)) replaced.add(group)
  }
  const found: ProductFacts[] = []
  const inheritances = new Map<StructuredNode, ProductFacts>()
  for (const product of products) {
    if (replaced.has(product)) continue
    if (found.length >= productsMax) {
      const message = `Only the first ${productsMax} products of the page were read.`
      context.report({ code: 'products_skipped', message })
      break
    }
    const group = groups.get(product)
    const inherited =
      group && (inheritances.get(group) ?? inheritedFrom(factsOf(group, context.base)))
    if (inherited) inheritances.set(group, inherited)
    for (const facts of offeredFacts(product, context)) {
      found.push(inherited ? inheritFacts(facts, inherited) : facts)
    }
  }
  return found
}

/** A variant has its own numbers and address. */
function inheritedFrom(group: ProductFacts): ProductFacts {
  const { name, description, brand, category, images, attributes } = group
  return { name, description, brand, category, images, attributes }
}

function inheritFacts(facts: ProductFacts, inherited: ProductFacts): ProductFacts {
  const own = Object.entries(facts).filter(([, value]) => value !== undefined)
  return { ...inherited, ...Object.fromEntries(own) }
}

type Offered = {
  readonly offer: StructuredNode
  readonly price: OfferedPrice
  readonly numbers: ReturnType<typeof numbersOf>
}

/** One product, or one for each offer when the offers are those of variants with numbers of their own. */
function offeredFacts(product: StructuredNode, context: ReadingContext): ProductFacts[] {
  const listed = [...offersOf(product), ...plainOfferOf(product)]
  const nodes = listed.filter(isForNew).slice(0, productsMax)
  const stated = nodes.length > 0 ? nodes : nodesOf(product, 'offers')
  const facts = { ...factsOf(product, context.base), given: givenIn(product, stated) }
  const offers = nodes.map((offer): Offered => {
    const price = priceOfOffer(offer, context.pageCurrency, context.report)
    return { offer, price, numbers: numbersOf(offer) }
  })
  const skus = new Set(offers.map(({ numbers }) => numbers.sku).filter(Boolean))
  if (skus.size > 1 && skus.size === offers.length) {
    return offers.map((one) => variantFacts(facts, one, context.base))
  }
  const [first] = offers
  if (first === undefined) return [{ ...facts, ...priceOfAll(product, context) }]
  const states = new Set(offers.map(({ offer }) => availabilityOfOffer(offer)))
  const [availability] = states.size === 1 ? states : []
  const numbers = offers.length === 1 ? first.numbers : {}
  return [
    {
      ...numbers,
      ...withoutUndefined(facts),
      url: facts.url ?? (offers.length === 1 ? addressOf(first.offer, context.base) : undefined),
      ...onePriceOf(offers, context),
      availability,
    },
  ]
}

function withoutUndefined(facts: ProductFacts): ProductFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

function variantFacts(facts: ProductFacts, one: Offered, base: string): ProductFacts {
  const { offer, price, numbers } = one
  const url = addressOf(offer, base)
  return {
    ...facts,
    // The numbers of the product are those of one variant, or of none.
    mpn: numbers.mpn,
    gtins: numbers.gtins,
    sku: numbers.sku,
    url: url ?? facts.url,
    name: nameIn(offer) ?? facts.name,
    price: price.price,
    unit: price.unit,
    availability: availabilityOfOffer(offer),
  }
}

function addressOf(offer: StructuredNode, base: string): string | undefined {
  return textsOf(offer, 'url')
    .map((url) => normaliseAddress(url, base))
    .find(Boolean)
}

/** Several offers with different prices are no price. */
function onePriceOf(
  offers: readonly Offered[],
  { report }: ReadingContext,
): Pick<ProductFacts, 'price' | 'unit'> {
  const priced = offers.map(({ price }) => price).filter(({ price }) => price)
  const texts = new Set(priced.map((one) => JSON.stringify(one)))
  const [only] = priced
  if (texts.size <= 1) return { price: only?.price, unit: only?.unit }
  report({ code: 'prices_differ', message: 'The page has several prices for one product.' })
  return {}
}

/** Some shops write the price at the product, or a text in place of its offer. */
function plainOfferOf(product: StructuredNode): StructuredNode[] {
  const price = valuesOf(product, 'price', 'offers').filter((value) => !isNode(value))
  if (price.length === 0 || nodesOf(product, 'offers').length > 0) return []
  const properties = new Map(product.properties)
  properties.delete('offers')
  properties.set('price', price)
  return [{ types: ['Offer'], id: undefined, properties }]
}

/** Offers directly, and those that an aggregate of offers lists. */
function offersOf(product: StructuredNode): StructuredNode[] {
  return nodesOf(product, 'offers').flatMap((offer) =>
    isOfType(offer, aggregateTypes) ? nodesOf(offer, 'offers') : [offer],
  )
}

/**
 * An aggregate without its offers says from which price to which. When both are the same it is the price of every offer, and
 * otherwise none is known.
 */
function priceOfAll(
  product: StructuredNode,
  context: ReadingContext,
): Pick<ProductFacts, 'price' | 'unit' | 'availability'> {
  const [aggregate] = nodesOf(product, 'offers').filter((one) => isOfType(one, aggregateTypes))
  if (aggregate === undefined) return {}
  const availability = availabilityOfOffer(aggregate)
  const [low, high] = [textOf(aggregate, 'lowPrice'), textOf(aggregate, 'highPrice')]
  if (low === undefined || low !== high) return { availability }
  const properties = new Map(aggregate.properties)
  properties.set('price', aggregate.properties.get('lowPrice') ?? [])
  const offer = { types: [], id: undefined, properties }
  return { ...priceOfOffer(offer, context.pageCurrency, context.report), availability }
}
