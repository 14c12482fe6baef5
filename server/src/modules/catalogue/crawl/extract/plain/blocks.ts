import { placesBefore, type Range } from './lines.ts'
import type { Outline, OutlineNode } from './outline.ts'

/** A part of a page that is built like others beside it: one product of a list. */
export type Block = Range & { readonly name: string | undefined; readonly href: string | undefined }

export type Marks = {
  /** Places of article numbers, in order. */
  readonly numbers: readonly number[]
  /** Places of prices, in order. */
  readonly prices: readonly number[]
  readonly carts: readonly number[]
}

const itemNames = new Set(
  'a li div article section tr p dl td ul figure tbody table form'.split(' '),
)
const blocksMax = 200

/**
 * The lists of a page in which each item has one article number, or one price with a link and a way into the cart. Of lists within
 * lists the one counts whose items have one number each.
 */
export function blocksOf(outline: Outline, marks: Marks): Block[] {
  const { nodes } = outline
  const groups = new Map<string, number[]>()
  for (const [at, node] of nodes.entries()) {
    if (!itemNames.has(node.name) || !isItem(node, marks)) continue
    const key = `${node.parent} ${node.name}`
    const group = groups.get(key)
    if (group) group.push(at)
    else groups.set(key, [at])
  }
  const found: Block[] = []
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const items = group.flatMap((at) => {
      const node = nodes[at]
      if (!node) return []
      const named = nameIn(outline, at)
      const isPriced = countIn(marks.prices, node) > 0 || countIn(marks.carts, node) > 0
      return isPriced || named.name ? [{ from: node.from, to: node.to, ...named, isPriced }] : []
    })
    if (items.length < 2 || !items.some(({ isPriced }) => isPriced)) continue
    for (const { isPriced: _, ...block } of items) if (found.length < blocksMax) found.push(block)
  }
  return withoutOuter(found.length > 0 ? found : blocksByHeading(outline, marks))
}

function isItem(node: OutlineNode, { numbers, prices, carts }: Marks): boolean {
  const numberCount = countIn(numbers, node)
  const priceCount = countIn(prices, node)
  if (numberCount === 1) return priceCount <= 6
  return numberCount === 0 && priceCount === 1 && countIn(carts, node) === 1
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

/** The heading of an item, or the text of its link, or its first bold text. */
function nameIn({ nodes, text }: Outline, at: number): Pick<Block, 'name' | 'href'> {
  const item = nodes[at]
  let heading: string | undefined
  let link: string | undefined
  let strong: string | undefined
  let href: string | undefined
  for (let inner = at + 1; inner < Math.min(nodes.length, at + 200); inner += 1) {
    const node = nodes[inner]
    if (!node || !item || node.from >= item.to || node.parent < at) break
    const name = nameOf(text, node)
    if (node.name === 'a') {
      href ??= node.href
      if (name !== undefined) link ??= name
    } else if (name !== undefined && headings.test(node.name)) heading ??= name
    else if (name !== undefined && (node.name === 'b' || node.name === 'strong')) strong ??= name
  }
  return { name: heading ?? link ?? strong, href }
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

/** Products one below the other, each from its heading to the next. */
function blocksByHeading({ nodes, text }: Outline, marks: Marks): Block[] {
  const groups = new Map<string, OutlineNode[]>()
  for (const node of nodes) {
    if (!/^h[2-6]$/.test(node.name)) continue
    const key = `${node.parent} ${node.name}`
    const group = groups.get(key)
    if (group) group.push(node)
    else groups.set(key, [node])
  }
  for (const group of groups.values()) {
    const end = nodes[group[0]?.parent ?? -1]?.to ?? text.length
    const parts = group.map((node, at) => ({
      node,
      from: node.from,
      to: group[at + 1]?.from ?? end,
    }))
    const items = parts.filter(
      (part) => countIn(marks.numbers, part) === 1 && countIn(marks.prices, part) >= 1,
    )
    if (items.length < 2) continue
    return items
      .slice(0, blocksMax)
      .map(({ node, from, to }) => ({ from, to, name: nameOf(text, node), href: undefined }))
  }
  return []
}
