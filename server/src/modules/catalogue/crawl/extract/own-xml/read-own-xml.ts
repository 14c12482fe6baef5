import {
  decodePieces,
  headerKey,
  localName,
  peekPieces,
  type RawRecord,
  type Reading,
  type XmlNode,
  xmlEncodingOf,
  xmlItems,
} from '#modules/imports/reading'
import { nameOf, saysOfPrice } from './field-words.ts'
import { groupsIn, headerOf, itemsAt, type PathFacts, pathsOf } from './item-shape.ts'
import { decimalIn, type RecordReader, recordReader } from './mapped-record.ts'
import {
  type FieldPaths,
  fixedValueOf,
  type MappedField,
  type Mapping,
  stepsOf,
  valuesAt,
} from './mapping.ts'
import { proposeMapping, termsOfHeader } from './propose-mapping.ts'
import { headBytes, readXmlHead, type XmlHead } from './xml-head.ts'

/** What stands at one path, for the person who maps it. */
export type ShownPath = {
  readonly path: string
  /** The number of products that have a value there, among those at the beginning of the file. */
  readonly filled: number
  /** A few values, shortened. */
  readonly samples: readonly string[]
}

/** A product of the file as it is written: the values at each path. */
export type ExampleItem = Readonly<Record<string, readonly string[]>>

/** One way to read a file: the element of a product, its paths, and what they probably mean. */
export type FileShape = {
  readonly item: string
  readonly items: number
  readonly paths: readonly ShownPath[]
  readonly fields: FieldPaths
  /** What the file says once of all its prices, as fixed values: `=EUR`, `=net`. */
  readonly terms: readonly string[]
  /** The first products, for a preview. */
  readonly examples: readonly ExampleItem[]
  /** The sign before decimals, if the prices show it. */
  readonly decimal?: '.' | ','
}

/** A mapping that a person has confirmed, and the paths of the file at that time. */
export type ConfirmedMapping = Mapping & {
  readonly paths: readonly string[]
  /** What the file said once of all its prices at that time. */
  readonly terms: readonly string[]
}

export type OwnXmlInput = {
  readonly body: AsyncIterable<Buffer>
  readonly mapping: ConfirmedMapping | undefined
  readonly language: string | undefined
}

export type OpenedOwnXml =
  | {
      readonly is: 'opened'
      readonly reading: Reading
      readonly records: AsyncIterable<readonly RawRecord[]>
    }
  /** Nothing is read. `shapes`: how the file may be read. The first is the likeliest. */
  | {
      readonly is: 'waiting'
      readonly code: 'mapping_missing' | 'mapping_unfit'
      readonly message: string
      readonly shapes: readonly FileShape[]
    }
  | { readonly is: 'unknown' }

/** XML that has rules of its own, and no mapping. */
const knownRoots =
  /^(?:rss|rdf|bmecat|urlset|sitemapindex|cxml|html|svg|opml|order|invoice|catalogue|catalog_?response|envelope|error)$/i

/**
 * Opens an XML file of a supplier's own format. Without a mapping that fits it, no product is read: the answer proposes one.
 * Throws `FileMalformed`.
 */
export async function openOwnXml({ body, mapping, language }: OwnXmlInput): Promise<OpenedOwnXml> {
  const { head: bytes, all } = await peekPieces(body, headBytes)
  const encoding = xmlEncodingOf(bytes.subarray(0, 1_024))
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, headBytes))
  const head = readXmlHead(text, bytes.length < headBytes)
  if (!head || knownRoots.test(head.root.name)) return { is: 'unknown' }
  const isFit = mapping !== undefined && fitsMapping(head, mapping)
  if (mapping === undefined || !isFit) {
    const shapes = shapesIn(head)
    if (shapes.length === 0) return { is: 'unknown' }
    return mapping === undefined
      ? { is: 'waiting', code: 'mapping_missing', message: mappingMissing, shapes }
      : { is: 'waiting', code: 'mapping_unfit', message: unfit, shapes }
  }
  const decimal = decimalOf(itemsAt(head, mapping.item), mapping.fields)
  const reader = recordReader(mapping.fields, decimal)
  return {
    is: 'opened',
    reading: { decimal: decimal ?? '.', textsIn: language },
    records: recordsIn(decodePieces(all, encoding), mapping, reader),
  }
}

const mappingMissing = 'An operator must confirm what the elements of the file mean.'
const unfit = 'The file no longer has the elements that its mapping was confirmed for.'

async function* recordsIn(
  texts: AsyncIterable<string>,
  { item, paths }: ConfirmedMapping,
  reader: RecordReader,
): AsyncGenerator<readonly RawRecord[]> {
  const isStrange = strangenessOf(paths)
  for await (const items of xmlItems(texts, item.split('/'))) {
    yield items.map(({ node, line }) =>
      reader(line, (_path, steps) => valuesAt(node, steps), isStrange(node)),
    )
  }
}

/** If the mapping names one of these and a file lacks it, nobody knows what the file says. */
const neededFields = [
  'name',
  'number',
  'gtin',
  'price',
  'currency',
  'priceQuantity',
  'unit',
  'tax',
] as const satisfies readonly MappedField[]

/**
 * Whether the file still says what the mapping was confirmed for: it has the paths of the mapping, and nothing new that changes what a
 * price means.
 */
function fitsMapping(head: XmlHead, { item, fields, paths, terms }: ConfirmedMapping): boolean {
  const items = itemsAt(head, item)
  if (items.length === 0) return false
  const present = new Set(pathsOf(items).map(({ path }) => path))
  const isComplete = neededFields.every((field) => {
    const path = fields[field]
    return path === undefined || fixedValueOf(path) !== undefined || present.has(path)
  })
  const known = new Set([...paths, ...terms, fields.currency, fields.tax])
  const isKnown = (path: string) => known.has(path) || !saysOfPrice(nameOf(path).key)
  return (
    isComplete &&
    termsOfHeader(headerOf(head, item)).every((term) => known.has(term)) &&
    [...present].every(isKnown)
  )
}

/** Finds products that say more of their price than the file did when its mapping was confirmed. */
function strangenessOf(paths: readonly string[]): (item: XmlNode) => boolean {
  const known = new Set<string>()
  const keys = new Set<string>()
  for (const step of paths.flatMap((path) => stepsOf(path) ?? [])) {
    known.add(step.name)
    if (step.is === 'attribute' || !step.having) continue
    keys.add(step.having.attribute)
    known.add(step.having.value)
  }
  const isNew = new Map<string, boolean>()
  const isStrange = (name: string) => {
    const before = isNew.get(name)
    if (before !== undefined) return before
    const is = !known.has(name) && saysOfPrice(headerKey(name.slice(0, 100)))
    if (isNew.size < 1_000) isNew.set(name, is)
    return is
  }
  const isStrangeAttribute = (name: string, value: string) =>
    isStrange(name) || (keys.has(name) && isStrange(value.trim()))
  const hasStrange = ({ attributes, children }: XmlNode): boolean =>
    Object.entries(attributes).some(([name, value]) =>
      isStrangeAttribute(localName(name), value),
    ) || children.some((child) => isStrange(child.name) || hasStrange(child))
  return hasStrange
}

const shapesMax = 3
const samplesMax = 3
const sampleCharactersMax = 80
const examplesMax = 5
const exampleCharactersMax = 500

function shapesIn(head: XmlHead): FileShape[] {
  return groupsIn(head)
    .map(({ path, items }) => {
      const facts = pathsOf(items)
      const header = headerOf(head, path)
      const fields = proposeMapping(facts, items.length, header)
      const terms = termsOfHeader(header)
      return { path, items, facts, fields, terms, score: scoreOf(fields, items.length) }
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, shapesMax)
    .map(({ path, items, facts, fields, terms }) => ({
      ...shapeOf(path, items, facts, fields),
      terms,
    }))
}

const weights: Readonly<Partial<Record<MappedField, number>>> = {
  name: 3,
  number: 3,
  price: 3,
  gtin: 1,
  availability: 1,
}

/** Products have a name or a number. Elements that come often are more likely to be products. */
function scoreOf(fields: FieldPaths, items: number): number {
  if (fields.name === undefined && fields.number === undefined) return 0
  const sum = Object.keys(fields).reduce(
    (all, field) => all + (weights[field as MappedField] ?? 0.3),
    0,
  )
  return sum + Math.min(Math.log2(items), 4) / 2
}

function shapeOf(
  item: string,
  items: readonly XmlNode[],
  facts: readonly PathFacts[],
  fields: FieldPaths,
): Omit<FileShape, 'terms'> {
  const decimal = decimalOf(items, fields)
  return {
    item,
    items: items.length,
    paths: facts.map(({ path, filled, values }) => ({
      path,
      filled,
      samples: values.slice(0, samplesMax).map((value) => shortenText(value, sampleCharactersMax)),
    })),
    fields,
    examples: items.slice(0, examplesMax).map((node) => exampleOf(node, facts)),
    ...(decimal && { decimal }),
  }
}

function exampleOf(node: XmlNode, facts: readonly PathFacts[]): ExampleItem {
  const values = facts.map(({ path }) => {
    const own = valuesAt(node, stepsOf(path) ?? [])
    return [path, own.map((value) => shortenText(value, exampleCharactersMax))] as const
  })
  return Object.fromEntries(values.filter(([, own]) => own.length > 0))
}

const shortenText = (value: string, max: number) => {
  const text = value.replace(/\s+/g, ' ')
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
}

function decimalOf(items: readonly XmlNode[], { price }: FieldPaths): '.' | ',' | undefined {
  if (price === undefined) return undefined
  const steps = stepsOf(price) ?? []
  return decimalIn(items.flatMap((item) => valuesAt(item, steps)))
}
