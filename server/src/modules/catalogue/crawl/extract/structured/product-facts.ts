import type { FoundAttribute, FoundField, FoundPrice } from '../found-product.ts'
import { absoluteAddress, normaliseAddress } from '../links/normalise-address.ts'
import { lineOfText, plainText } from '../page/plain-text.ts'
import type { FoundAvailability } from './availability.ts'
import { readGtin } from './read-gtins.ts'
import {
  isNode,
  nodesOf,
  type StructuredNode,
  textIn,
  textOf,
  textsOf,
  valuesOf,
} from './structured-node.ts'

/** What one syntax of a page says of a product. */
export type ProductFacts = {
  readonly url?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly brand?: string | undefined
  readonly mpn?: string | undefined
  readonly sku?: string | undefined
  readonly gtins?: readonly string[] | undefined
  readonly price?: FoundPrice | undefined
  /** As the page writes it. */
  readonly unit?: string | undefined
  readonly availability?: FoundAvailability | undefined
  readonly images?: readonly string[] | undefined
  readonly category?: readonly string[] | undefined
  readonly attributes?: readonly FoundAttribute[] | undefined
  /** Fields that the syntax states and that may be refused. */
  readonly given?: readonly FoundField[] | undefined
}

const imagesMax = 20
const gtinsMax = 20
const attributesMax = 100

/** What describes the article itself, without its offers. */
export function factsOf(product: StructuredNode, base: string): ProductFacts {
  return {
    url: textsOf(product, 'url')
      .map((url) => normaliseAddress(url, base))
      .find(Boolean),
    name: nameIn(product),
    description: descriptionIn(textOf(product, 'description')),
    brand: line(product, 100, 'brand') ?? line(product, 100, 'manufacturer'),
    ...numbersOf(product),
    images: unlessEmpty(imagesIn(product, base)),
    category: unlessEmpty(categoryIn(product)),
    attributes: unlessEmpty(attributesIn(product)),
  }
}

export const nameMax = 500
export const descriptionMax = 20_000

export function nameIn(node: StructuredNode): string | undefined {
  return textsOf(node, 'name')
    .map((text) => lineOfText(text, nameMax))
    .find((name) => name !== undefined && !/^https?:\/\//.test(name))
}

export function descriptionIn(text: string | undefined): string | undefined {
  return (text && plainText(text, descriptionMax)) || undefined
}

function line(node: StructuredNode, max: number, ...names: readonly string[]): string | undefined {
  return textsOf(node, ...names)
    .map((text) => lineOfText(text, max))
    .find(Boolean)
}

const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

const gtinNames = ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn', 'ean']

/** The numbers of an article, which an offer may have in place of the product. */
export function numbersOf(node: StructuredNode): Pick<ProductFacts, 'mpn' | 'sku' | 'gtins'> {
  const named = namedNumbers(node)
  const texts = [
    ...textsOf(node, ...gtinNames),
    ...named.filter(([kind]) => /^(?:gtin|ean|upc|isbn)/.test(kind)).map(([, text]) => text),
  ]
  const gtins = [...new Set(texts.slice(0, 100).map(readGtin))].filter((gtin) => gtin !== undefined)
  const numberOf = (kind: string) => named.find(([name]) => name === kind)?.[1]
  return {
    mpn: line(node, 100, 'mpn') ?? lineOfText(numberOf('mpn'), 100),
    sku: line(node, 100, 'sku') ?? lineOfText(numberOf('sku'), 100),
    gtins: unlessEmpty(gtins.slice(0, gtinsMax)),
  }
}

/** `productID` as `mpn:925872`, and `identifier` with the kind of the number beside it. */
function namedNumbers(node: StructuredNode): (readonly [kind: string, text: string])[] {
  const ids = textsOf(node, 'productID').flatMap((text) => {
    const [, kind, number] = /^\s*([a-z]+\d{0,2})\s*:\s*(.{1,100})$/i.exec(text) ?? []
    return kind && number ? [[kind.toLowerCase(), number] as const] : []
  })
  const identifiers = nodesOf(node, 'identifier').flatMap((one) => {
    const kind = textOf(one, 'propertyID', 'name')
    const number = textOf(one, 'value')
    return kind && number ? [[kind.toLowerCase().replace(/[^a-z\d]/g, ''), number] as const] : []
  })
  return [...ids, ...identifiers].slice(0, 50)
}

function imagesIn(product: StructuredNode, base: string): string[] {
  const texts = valuesOf(product, 'image').flatMap((value) =>
    isNode(value) ? (textOf(value, 'contentUrl', 'url') ?? value.id ?? []) : (textIn(value) ?? []),
  )
  return addresses(texts, base)
}

export function addresses(texts: readonly string[], base: string): string[] {
  const all = texts.slice(0, 100).map((text) => absoluteAddress(text, base))
  return [...new Set(all.filter((address) => address !== undefined))].slice(0, imagesMax)
}

/** A path such as `Cables > Network`. A bare number is a code of another system. */
function categoryIn(product: StructuredNode): string[] {
  for (const text of textsOf(product, 'category')) {
    if (/^(?:\d+|https?:.*)$/.test(text)) continue
    const path = text
      .slice(0, 2_000)
      .split(/\s*[>»›]\s*/)
      .map((name) => lineOfText(name, 200))
      .filter((name) => name !== undefined)
    if (path.length > 0) return path.slice(0, 10)
  }
  return []
}

/** The fields that a product and its offers state, and that may still not be believed. */
export function givenIn(product: StructuredNode, offers: readonly StructuredNode[]): FoundField[] {
  const has = (...names: readonly string[]) =>
    offers.some((offer) => valuesOf(offer, ...names).length > 0)
  const specifications = offers.flatMap((offer) => nodesOf(offer, 'priceSpecification'))
  const isPriced = has('price', 'lowPrice') || specifications.some((one) => textOf(one, 'price'))
  const places = [product, ...offers]
  const hasGtin = places.some((one) => valuesOf(one, ...gtinNames).length > 0)
  return [
    ...(isPriced ? (['price'] as const) : []),
    ...(has('availability') ? (['availability'] as const) : []),
    ...(hasGtin ? (['gtins'] as const) : []),
  ]
}

const plainAttributes: readonly (readonly [property: string, label: string])[] = [
  ['color', 'Color'],
  ['size', 'Size'],
  ['material', 'Material'],
  ['pattern', 'Pattern'],
  ['model', 'Model'],
  ['weight', 'Weight'],
  ['width', 'Width'],
  ['height', 'Height'],
  ['depth', 'Depth'],
]

function attributesIn(product: StructuredNode): FoundAttribute[] {
  const plain = plainAttributes.flatMap(([property, label]) => {
    const [value] = valuesOf(product, property)
    if (value === undefined) return []
    return isNode(value) ? attribute(label, value) : attribute(label, textIn(value))
  })
  const named = nodesOf(product, 'additionalProperty')
    .slice(0, attributesMax)
    .flatMap((one) => attribute(textOf(one, 'name'), one))
  const byLabel = new Map([...plain, ...named].map((one) => [one.label, one]))
  return [...byLabel.values()].slice(0, attributesMax)
}

function attribute(
  given: string | undefined,
  content: string | StructuredNode | undefined,
): FoundAttribute[] {
  const node = typeof content === 'object' ? content : undefined
  const label = lineOfText(given, 100)
  const value = lineOfText(node ? textOf(node, 'value', 'name') : (content as string), 500)
  if (label === undefined || value === undefined) return []
  const unit = node && lineOfText(textOf(node, 'unitText', 'unitCode'), 30)
  return [unit === undefined ? { label, value } : { label, value, unit }]
}
