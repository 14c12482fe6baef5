import { placesBefore, type Range } from './lines.ts'
import type { Outline, OutlineNode } from './outline.ts'

/** A part of a page that is built like others beside it: one product of a list. */
export type Block = Range & { readonly name: string | undefined; readonly href: string | undefined }

export type Marks = {
  /** Places of article numbers, in order. */
  readonly numbers: readonly number[]
  /** Places of prices, in order. */
  readonly prices: readonly number[]
  /** Those of them that are a price, and not `from` one on. */
  readonly exact: readonly number[]
  readonly carts: readonly number[]
}

const itemNames = new Set(
  'a li div article section tr p dl td ul figure tbody table form fieldset span'.split(' '),
)
const blocksMax = 200

/**
 * The lists of a page in which each item has one article number, or one price and a name with a link. Of lists within lists the one
 * counts whose items have one number each. Items may stand in rows: then the rows stand beside each other.
 */
export function blocksOf(outline: Outline, marks: Marks): Block[] {
  const { nodes } = outline
  const groups = new Map<string, { readonly node: OutlineNode; readonly named: Named }[]>()
  for (const [at, node] of nodes.entries()) {
    const standing = itemNames.has(node.name) ? standingOf(node, marks) : undefined
    if (!standing) continue
    const named = nameIn(outline, at)
    const isOneLink = named.name !== undefined && named.isLinkedOnce
    if (standing === 'with_one_link' && !isOneLink) continue
    const above = nodes[node.parent]
    const isInRow = above !== undefined && named.isLinkedOnce
    const key = isInRow
      ? `${above.parent} ${above.name} ${node.name}`
      : `${node.parent} ${node.name}`
    const group = groups.get(key)
    if (group) group.push({ node, named })
    else groups.set(key, [{ node, named }])
  }
  const found: Block[] = []
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const items = group.flatMap(({ node, named }) => {
      const isPriced = countIn(marks.prices, node) > 0 || countIn(marks.carts, node) > 0
      return isPriced || named.name ? [{ from: node.from, to: node.to, ...named, isPriced }] : []
    })
    if (items.length < 2 || !items.some(({ isPriced }) => isPriced)) continue
    for (const { isPriced: _, ...block } of items) if (found.length < blocksMax) found.push(block)
  }
  return withoutOuter(found.length > 0 ? found : blocksByName(outline, marks))
}

/** Whether an element is an item of a list, by its marks alone or only with a name and one link. Undefined if it is none. */
function standingOf(node: OutlineNode, marks: Marks): 'alone' | 'with_one_link' | undefined {
  const numberCount = countIn(marks.numbers, node)
  const priceCount = countIn(marks.prices, node)
  if (numberCount > 1) return undefined
  // Most of them are parts of a line.
  if (numberCount === 1 && node.name !== 'span') return priceCount <= 6 ? 'alone' : undefined
  if (numberCount === 0 && priceCount === 1 && countIn(marks.carts, node) === 1) return 'alone'
  return numberCount === 1 || isOnePrice(node, marks) ? 'with_one_link' : undefined
}

function countIn(places: readonly number[], { from, to }: Range): number {
  return placesBefore(places, to) - placesBefore(places, from)
}

/** Blocks within blocks say the same twice. */
function withoutOuter(found: readonly Block[]): Block[] {
  const sorted = [...found].sort((one, other) => one.from - other.from || other.to - one.to)
  return sorted.filter((block, at) => {
    const next = sorted[at + 1]
    return !next || next.from >= block.to || next.to > block.to
  })
}

const headings = /^h[1-6]$/
const noNames =
  /^(?:details?|mehr|more|weiter|zum (?:artikel|produkt).*|voir.*|en savoir.*|view.*|buy.*|add.*|in den.*|ajouter.*|merken|vergleichen|compare|info|anfrage.*|\d+|.{0,2})$/iu

type Named = Pick<Block, 'name' | 'href'> & { readonly isLinkedOnce: boolean }

/** The heading of an item, or the text of its link, or its first bold text. */
function nameIn({ nodes, text }: Outline, at: number): Named {
  const item = nodes[at]
  let heading: string | undefined
  let link: string | undefined
  let strong: string | undefined
  // All of the item is a link: the first element in it that is no price has its name.
  const isOfLink = item?.name === 'a'
  let href = isOfLink ? item.href : undefined
  const hrefs = new Set<string>(href ? [href] : [])
  for (let inner = at + 1; inner < Math.min(nodes.length, at + 200); inner += 1) {
    const node = nodes[inner]
    if (!node || !item || node.from >= item.to || node.parent < at) break
    const name = nameOf(text, node)
    if (node.name === 'a') {
      href ??= node.href
      if (node.href && !node.href.startsWith('#')) hrefs.add(node.href)
      if (name !== undefined) link ??= name
    } else if (name !== undefined && headings.test(node.name)) heading ??= name
    else if (name !== undefined && (isOfLink || /^(?:b|strong)$/.test(node.name))) strong ??= name
  }
  return { name: heading ?? link ?? strong, href, isLinkedOnce: hrefs.size === 1 }
}

function nameOf(text: string, { from, to }: OutlineNode): string | undefined {
  if (to - from > 300) return undefined
  const name = text
    .slice(from, to)
    .replace(/[\ue000\s]+/g, ' ')
    .trim()
  const isPrice = /\d[.,]\d{2}\s*(?:€|£|eur|chf)|[€£]\s*\d/i.test(name)
  return noNames.test(name) || isPrice || !/\p{L}{2}/u.test(name) ? undefined : name
}

/** Products one below the other, each from its heading, its term or its link to the next. */
function blocksByName(outline: Outline, marks: Marks): Block[] {
  const { nodes, text } = outline
  const groups = new Map<string, (Block & { readonly parent: number })[]>()
  for (const node of nodes) {
    const name = /^(?:h[2-6]|dt|a)$/.test(node.name) ? nameOf(text, node) : undefined
    if (node.name === 'a' && (name === undefined || !node.href)) continue
    const isName = name !== undefined || headings.test(node.name)
    if (!isName) continue
    // A link may stand in a line of its own.
    const isAlone = node.name === 'a' && nodes[node.parent]?.name === 'p'
    const parent = isAlone ? (nodes[node.parent]?.parent ?? -1) : node.parent
    const key = `${parent} ${node.name}`
    const block = { from: node.from, to: node.to, name, href: node.href, parent }
    const group = groups.get(key)
    if (group) group.push(block)
    else groups.set(key, [block])
  }
  for (const group of groups.values()) {
    const end = nodes[group[0]?.parent ?? -1]?.to ?? text.length
    const parts = group.map((block, at) => ({ ...block, to: group[at + 1]?.from ?? end }))
    const items = parts.filter((part) => {
      const numberCount = countIn(marks.numbers, part)
      const isPriced = countIn(marks.prices, part) >= 1
      if (numberCount === 1) return isPriced
      return numberCount === 0 && part.href !== undefined && isOnePrice(part, marks)
    })
    if (items.length < 2 || items.length < parts.length / 2) continue
    return items.slice(0, blocksMax).map(({ parent: _, ...block }) => block)
  }
  return []
}

const isOnePrice = (part: Range, { prices, exact }: Marks): boolean =>
  countIn(prices, part) === 1 && countIn(exact, part) === 1
