import type { Reading } from '../reading.ts'
import type { Range } from '../sentences.ts'
import { colours, finiteVerbs, notGoods, notGoodsAtEnd, propertyNouns, verbs } from '../words.ts'

/** Whether words name goods, rather than people, places, papers or properties. */
export function isGoods(what: string): boolean {
  const words = what.toLowerCase().split(/\s+/)
  if (words.length === 1 && propertyNouns.has(words[0] ?? '')) return false
  if (words.some((word) => finiteVerbs.has(word))) return false
  if (words.length === 1 && /^\p{Ll}{3,}ed$|adresse$|anschrift$/u.test(what)) return false
  if (notGoodsAtEnd.has(words.at(-1) ?? '')) return false
  return !(notGoods.has(words[0] ?? '') || notGoods.has(words.at(-1) ?? '') || startsWithVerb(what))
}

export function startsWithVerb(what: string): boolean {
  const [first = ''] = what.split(/\s+/)
  // `auf 100 korrigieren`, `kabellos`: endings of German verbs and adjectives.
  if (/^\p{Ll}{3,}(?:ieren|iert|los|lich)$/u.test(what)) return true
  // Goods in German have a capital letter.
  return verbs.has(first)
}

/** `red`, `size 41`, `Gr. 9`: which of the goods, and no goods. */
function isVariant(what: string): boolean {
  const words = what.toLowerCase().split(/\s+/)
  const isSize = /^(?:size|sizes|größe|grösse|gr\.?|in|en)$/.test(words[0] ?? '')
  return isSize || words.every((word) => colours.has(word) || /^\P{L}*$/u.test(word))
}

/** In brackets stands what describes goods, and sizes such as `30 XL` split them. */
export function describesLast(
  { tokens, free }: Reading,
  { from }: Range,
  what: string | undefined,
): boolean {
  if (/^(?:x{0,3}s|m|x{0,4}l|\dxl)$/i.test(what ?? '')) return true
  if (what !== undefined && isVariant(what)) return true
  if (what !== undefined && propertyNouns.has(what.toLowerCase())) return true
  for (let back = from - 1; back >= Math.max(0, from - 6); back -= 1) {
    const text = tokens[back]?.text
    if (text === '(') return true
    if (text === ')' || text === '\n' || free[back] === 0) return false
  }
  return false
}
