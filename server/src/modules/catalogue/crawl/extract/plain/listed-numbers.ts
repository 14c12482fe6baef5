import type { LabelledValue } from './labels.ts'
import type { Line } from './lines.ts'

/** One product of a list, as far as its lines say. */
type Listed = { readonly lines: readonly Line[]; readonly pairs: readonly LabelledValue[] }

const partsMax = 60
const separators = /(?:^|\s+)[–—|•·/-]\s+|[,;|]\s+|[\u2005‖]/
/** These stand before a number only in a list: elsewhere they mean something else. */
const shortLabel = /^\(?(?:n[°ºo]\.?|nr\.?|no\.?|ref\.?|art\.?|#)\s*(?=\S)/iu
/** `180x90`, `500ml`, `16A`, `24V`, `M12`, `IP65`, `DN50`, `2024`: these describe a product. */
const measure =
  /^(?:\d+(?:[.,]\d+)?(?:[a-z°²³µ%"]{1,3})?|\d+(?:[.,]\d+)?(?:[x×]\d+(?:[.,]\d+)?)+[a-z]{0,2}|(?:m|ip|dn|ral|din|iso|en|gr|pn|cat)[-\s]?\d{1,5}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/i
const number = /^(?=.*\d)[\p{Lu}\p{N}][\p{L}\p{N}._/-]{3,29}$/u
const longNumber = /^\d{5,13}$/

/**
 * The numbers of products in a list that stand without a label. They count if each product has just one, at the same place, and no
 * two have the same.
 */
export function numbersWithoutLabel(products: readonly Listed[]): readonly (string | undefined)[] {
  const none = products.map(() => undefined)
  if (products.length < 2 || products.some(({ pairs }) => pairs.some(isNumber))) return none
  const found = products.map(({ lines }) => candidatesIn(lines))
  const only = found.map((candidates) => (candidates.length === 1 ? candidates[0] : undefined))
  const known = only.filter((one) => one !== undefined)
  const isClear = known.length === products.length && new Set(known).size === known.length
  return isClear ? only : none
}

const isNumber = ({ kind }: LabelledValue) => kind === 'number'

function candidatesIn(lines: readonly Line[]): string[] {
  const found = new Set<string>()
  const parts = lines.flatMap((line) => line.parts.flatMap(partsOf)).slice(0, partsMax)
  for (const part of parts) {
    const bare = part
      .replace(shortLabel, '')
      .replace(/^\(|[).:]+$/g, '')
      .trim()
    const isLabelled = bare !== part && shortLabel.test(part)
    const isLike = longNumber.test(bare) || (number.test(bare) && !measure.test(bare))
    if (isLike || (isLabelled && /^\d{2,13}$/.test(bare))) found.add(bare)
  }
  return [...found]
}

/** `Steckregal (SR-1890)` has its number in brackets. */
function partsOf(part: string): string[] {
  return part.split(separators).flatMap((one) => {
    const [, name, inBrackets] = /^(.*\S)\s*\(([^()]{3,30})\)$/.exec(one.trim()) ?? []
    return name !== undefined && inBrackets !== undefined ? [name, inBrackets] : [one.trim()]
  })
}

/** `Steckregal (SR-1890)` is named `Steckregal`, if that is its number. */
export function withoutNumber(name: string, number: string | undefined): string {
  if (number === undefined) return name
  const end = [`(${number})`, `[${number}]`].find((one) => name.endsWith(one))
  const bare = end ? name.slice(0, -end.length).trim() : name
  return bare === '' ? name : bare
}
