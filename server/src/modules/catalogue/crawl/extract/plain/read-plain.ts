import type { FoundProduct, PageProblem } from '../found-product.ts'
import { normaliseAddress } from '../links/normalise-address.ts'
import type { ProductFacts } from '../structured/product-facts.ts'
import { type Block, blocksOf } from './blocks.ts'
import { articleNumberIn, type LabelledValue, labelledValues } from './labels.ts'
import { type Line, placesBefore, type Range, type Statements, selectWithin } from './lines.ts'
import { numbersWithoutLabel, withoutNumber } from './listed-numbers.ts'
import { factsInText, numbersIn } from './one-product.ts'
import type { Outline } from './outline.ts'
import { pageName } from './page-name.ts'
import { type PriceInLine, pricesInLines } from './price-lines.ts'
import { productsInTable, type TableProduct } from './price-tables.ts'
import { type Table, tablesOf } from './tables.ts'
import { type PriceTiers, tiersInTable } from './tier-tables.ts'

export type PlainContext = {
  readonly url: string
  readonly base: string
  readonly language: string | undefined
  readonly report: (problem: PageProblem) => void
}

/** A page as it was read: its lines, the prices in them, and what it says of all its prices. */
export type ReadText = {
  readonly outline: Outline
  readonly lines: readonly Line[]
  readonly prices: readonly PriceInLine[]
  readonly statements: Statements
}

/** What the tables and the text of a page say, without any mark-up. */
export type PlainFacts = {
  readonly tables: readonly ProductFacts[]
  readonly text: readonly ProductFacts[]
}

const productsMax = 200

/** Reads products out of what people see of a page: its tables of prices, its lists of alike blocks, or its one product. */
export function readPlain(read: ReadText, context: PlainContext): PlainFacts {
  const { outline, lines, statements } = read
  const heading = pageName(outline)
  const sorted = sortedTables(outline, { ...context, lines, statements, heading })
  const free = sorted.taken.length === 0 ? lines : linesOutside(lines, sorted.taken)
  const pairs = withNumbered(labelledValues(free), free, outline)
  const prices = free === lines ? read.prices : pricesInLines(free)
  const products = sorted.products
    .slice(0, productsMax)
    .map(({ product, given }) => factsOf(product, given, context.url))
  const page: PageText = {
    outline,
    lines: free,
    pairs,
    prices,
    statements,
    heading,
    tiers: sorted.tiers,
  }
  const text =
    products.length > 0 ? productBesideTable(page, products, context) : ofText(page, context)
  return { tables: products, text }
}

/** An element that is an article number by its class, and stands without a label. */
function withNumbered(
  pairs: readonly LabelledValue[],
  lines: readonly Line[],
  { numbered, text }: Outline,
): LabelledValue[] {
  const inLines = selectWithin(lines, ({ from }) => from)
  const known = new Set(pairs.filter(({ kind }) => kind === 'number').map(({ at }) => at))
  const found = numbered.flatMap(({ from, to }): LabelledValue[] => {
    const value = text
      .slice(from, Math.min(to, from + 80))
      .replace(/[\ue000\s]+/g, ' ')
      .trim()
    const number = articleNumberIn(value)
    const [line] = inLines({ from: from - 400, to: from + 1 }).slice(-1)
    const isWhole = number !== undefined && number.length === value.length && /\d/.test(number)
    if (!isWhole || !line || known.has(line.from)) return []
    return [{ kind: 'number', label: 'class', value: number, at: line.from }]
  })
  return [...pairs, ...found].sort((one, other) => one.at - other.at)
}

type PageText = {
  readonly outline: Outline
  /** Those outside of tables of data. */
  readonly lines: readonly Line[]
  readonly pairs: readonly LabelledValue[]
  readonly prices: readonly PriceInLine[]
  readonly statements: Statements
  readonly heading: string | undefined
  readonly tiers: PriceTiers | undefined
}

type Sorted = {
  readonly products: readonly TableProduct[]
  readonly tiers: PriceTiers | undefined
  /** The places of tables whose lines are read no further. */
  readonly taken: readonly Range[]
}

/** Tables of prices, a table of prices by quantity, and tables of labels and values, whose lines are read as such. */
function sortedTables(
  outline: Outline,
  given: PlainContext & {
    readonly lines: readonly Line[]
    readonly statements: Statements
    readonly heading: string | undefined
  },
): Sorted {
  const products: TableProduct[] = []
  const taken: Range[] = []
  const tiers: PriceTiers[] = []
  const starts = given.lines.map(({ from }) => from)
  for (const table of tablesOf(outline)) {
    const at = placesBefore(starts, table.from)
    const before = given.lines
      .slice(Math.max(0, at - 2), at)
      .map(({ text }) => text)
      .filter((text) => text.length < 200)
      .join('\n')
    const found = productsInTable(table, { ...given, before, now: undated })
    if (found.length > 0) {
      products.push(...found)
      taken.push(table)
      continue
    }
    const known = tiersInTable(table)
    if (known) tiers.push(known)
    if (known || !(isOfLabels(table) || isOfLinks(table))) taken.push(table)
  }
  return { products, tiers: tiers.length === 1 ? tiers[0] : undefined, taken }
}

/** Pages have no prices with a period. */
const undated = new Date(0)

/** Two columns, or a single cell: `Artikelnummer | WG 403020`. */
function isOfLabels({ rows }: Table): boolean {
  return rows.every(({ cells }) => cells.length <= 2) || rows.length === 1
}

/** Rows without a header, each with a link: a list of products. */
function isOfLinks({ rows }: Table): boolean {
  return rows.length > 1 && rows.every(({ href }) => href !== undefined)
}

function linesOutside(lines: readonly Line[], taken: readonly Range[]): Line[] {
  const sorted = [...taken].sort((one, other) => one.from - other.from)
  let at = 0
  return lines.filter((line) => {
    while ((sorted[at]?.to ?? Number.POSITIVE_INFINITY) <= line.from) at += 1
    return line.from < (sorted[at]?.from ?? Number.POSITIVE_INFINITY)
  })
}

function factsOf(
  product: FoundProduct,
  given: TableProduct['given'],
  pageUrl: string,
): ProductFacts {
  const { sources: _sources, url, gtins, images, attributes, ...others } = product
  return {
    ...others,
    ...(url !== pageUrl && { url }),
    gtins: gtins.length > 0 ? gtins : undefined,
    images: images.length > 0 ? images : undefined,
    attributes: attributes.length > 0 ? attributes : undefined,
    given,
  }
}

function blocksIn({ outline, pairs, prices }: PageText): readonly Block[] {
  const numbers = pairs.filter(
    ({ kind, value }) => kind === 'number' && articleNumberIn(value) !== undefined,
  )
  return blocksOf(outline, {
    numbers: numbers.map(({ at }) => at),
    prices: prices.map(({ at }) => at),
    exact: prices.filter(({ kind }) => kind === 'exact').map(({ at }) => at),
    carts: outline.carts,
  })
}

/** The product of the page, or those of a list if the page has none outside of it. */
function ofText(page: PageText, context: PlainContext): ProductFacts[] {
  const blocks = blocksIn(page)
  if (blocks.length < 2) return productOfPage(page, context)
  const rest = { ...page, lines: linesOutside(page.lines, blocks), ...restOf(page, blocks) }
  const isPriced = rest.prices.some(({ kind }) => kind === 'exact')
  const numbers = numbersIn(rest.pairs).length
  const hasOwn = isPriced && (numbers === 1 || (numbers === 0 && hasCart(page, blocks)))
  return hasOwn ? productOfPage(rest, context) : productsInBlocks(page, blocks, context)
}

/** A way into the cart outside of a list. */
function hasCart({ outline }: PageText, blocks: readonly Block[]): boolean {
  return outline.carts.some((at) => !blocks.some(({ from, to }) => from < at && at <= to))
}

function productsInBlocks(
  page: PageText,
  blocks: readonly Block[],
  context: PlainContext,
): ProductFacts[] {
  const inBlock = {
    lines: selectWithin(page.lines, ({ from }) => from),
    pairs: selectWithin(page.pairs, ({ at }) => at),
    prices: selectWithin(page.prices, ({ at }) => at),
  }
  const texts = blocks.map((block) => ({
    lines: inBlock.lines(block),
    pairs: inBlock.pairs(block),
    prices: inBlock.prices(block),
  }))
  const numbers = numbersWithoutLabel(texts)
  return blocks.flatMap((block, at) => {
    const { lines = [], pairs = [], prices = [] } = texts[at] ?? {}
    const name = block.name ?? firstNameIn(lines) ?? page.heading
    if (name === undefined) return []
    const number = numbers[at]
    const text = { lines, pairs, prices, name: withoutNumber(name, number) }
    const facts = factsInText({ ...text, statements: page.statements }, context.report)
    const sku = facts.sku ?? number
    const url = block.href === undefined ? undefined : normaliseAddress(block.href, context.base)
    // Without a number the address alone tells products apart.
    return sku === undefined && url === undefined ? [] : [{ ...facts, sku, url }]
  })
}

function restOf({ pairs, prices }: PageText, blocks: readonly Block[]) {
  const ranges = [...blocks].sort((one, other) => one.from - other.from)
  const ends = ranges.map(({ to }) => to)
  const isOutside = (at: number) =>
    (ranges[placesBefore(ends, at + 1)]?.from ?? Number.POSITIVE_INFINITY) > at
  return {
    pairs: pairs.filter(({ at }) => isOutside(at)),
    prices: prices.filter(({ at }) => isOutside(at)),
  }
}

/** The first line of a block that is long enough to be a name: a size such as `XL` is none. */
function firstNameIn(lines: readonly Line[]): string | undefined {
  const first = lines[0]?.parts[0]
  if (first === undefined || first.length > 150 || /[:€£]/.test(first)) return undefined
  const words = first.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word))
  return words.length >= 2 || /\p{L}{8}/u.test(first) ? first : undefined
}

const onRequest =
  /(?:auf anfrage|preis anfragen|angebot an(?:fordern|fragen)|fordern sie .{0,20}angebot|on request|on application|request a quote|call for price|ask for price|sur (?:demande|devis)|nous consulter|demander un devis|lieferzeit|lead time|délai de livraison)/i

/** The one product of a page: it has a heading, and one number or one price that can be put into a cart. */
function productOfPage(page: PageText, { report }: PlainContext): ProductFacts[] {
  const { heading, pairs, prices, outline, tiers } = page
  if (heading === undefined) return []
  const numbers = numbersIn(pairs)
  if (numbers.length > 1) return []
  const problems: PageProblem[] = []
  const text = { ...page, prices: pricesBeside(page), name: heading, tiers }
  const facts = factsInText(text, (problem) => problems.push(problem))
  const isOffered =
    prices.length > 0 ||
    facts.availability !== undefined ||
    outline.carts.length > 0 ||
    facts.given?.includes('price')
  const isRequested = page.lines.some(({ text }) => text.length < 200 && onRequest.test(text))
  const isNumbered = facts.sku !== undefined || facts.mpn !== undefined
  const isProduct = isNumbered
    ? isOffered || isRequested
    : facts.price !== undefined && outline.carts.length > 0
  if (!isProduct) return []
  for (const problem of problems) report(problem)
  return [facts]
}

/** The prices that stand nearest to the number of the product: in the same element, and before the next heading. */
function pricesBeside({ outline, pairs, prices }: PageText): readonly PriceInLine[] {
  const named = pairs.find(({ kind }) => kind === 'number' || kind === 'mpn')?.at
  const headings = outline.nodes.filter(({ name }) => /^h[1-4]$/.test(name))
  const at = named ?? headings[0]?.from
  if (at === undefined || prices.length < 2) return prices
  const ofPrices = selectWithin(prices, (price) => price.at)
  const around = outline.nodes.filter(({ from, to }) => from <= at && at < to).reverse()
  const scope = around.find((node) => ofPrices(node).length > 0) ?? {
    from: 0,
    to: outline.text.length,
  }
  const inScope = withoutOthers(outline, ofPrices(scope), at)
  const first = inScope[0]?.at ?? 0
  const next = headings.find(({ from }) => from > Math.max(at, first))
  const inSection = inScope.filter((price) => price.at < (next?.from ?? Number.POSITIVE_INFINITY))
  return inSection.length > 0 ? inSection : inScope
}

/** Without the prices of alike elements that each have a link: they are other products. */
function withoutOthers(
  { nodes }: Outline,
  prices: readonly PriceInLine[],
  at: number,
): readonly PriceInLine[] {
  const ofPrices = selectWithin(prices, (price) => price.at)
  const links = new Set<number>()
  for (const [index, { name, parent, href }] of nodes.entries()) {
    if (name !== 'a' || !href) continue
    for (
      let up = index, steps = 0;
      up !== -1 && steps < 4;
      up = nodes[up]?.parent ?? -1, steps += 1
    )
      links.add(up)
    links.add(parent)
  }
  const groups = new Map<string, Range[]>()
  for (const [index, node] of nodes.entries()) {
    const isOther = links.has(index) && !(node.from <= at && at < node.to)
    if (!isOther || ofPrices(node).length === 0) continue
    const key = `${node.parent} ${node.name}`
    const group = groups.get(key)
    if (group) group.push(node)
    else groups.set(key, [node])
  }
  const others = [...groups.values()]
    .filter((group) => group.length > 1)
    .flat()
    .slice(0, 500)
  const left = prices.filter(
    (price) => !others.some(({ from, to }) => from <= price.at && price.at < to),
  )
  return left.length > 0 ? left : prices
}

/** The product of the page itself beside a table of others. The rows of a table of variants are its products. */
function productBesideTable(
  page: PageText,
  products: readonly ProductFacts[],
  context: PlainContext,
): ProductFacts[] {
  const [number] = numbersIn(page.pairs)
  const isInTable = products.some(({ sku }) => sku !== undefined && sku === number)
  return isInTable ? productOfPage(page, context) : []
}
