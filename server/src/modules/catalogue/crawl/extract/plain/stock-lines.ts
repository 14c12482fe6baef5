import { type FoundAvailability, readAvailability, readStock } from '../structured/availability.ts'
import type { LabelledValue } from './labels.ts'
import type { Line } from './lines.ts'

/** Longer lines are prose. */
const stockLineMax = 120
const countInStock =
  /(?<![\d.,])(\d{1,7})\s*(?:st(?:k|ck|ück)?\.?|pcs?|pi[eè]ces?|units?|unités?)?\s*(?:auf lager|am lager|vorrätig|verfügbar|in stock|available|en stock)(?!\p{L})/iu
/** Words that speak of the stock, and of something else in prose. */
const others =
  /\?|versand|newsletter|filial|abhol|farben|größen|coloris|tailles|sizes|colou?rs|(?:nur|only|uniquement) (?:für|for|pour)/i

/** What the text of a product says of its stock. Two different things are nothing. */
export function availabilityIn(
  pairs: readonly LabelledValue[],
  lines: readonly Line[],
): { readonly availability?: FoundAvailability; readonly isStated: boolean } {
  const labelled = pairs.filter(({ kind }) => kind === 'stock')
  const named = new Set(
    labelled.map(({ value }) => readStock(value)).filter((one) => one !== undefined),
  )
  const [own] = named
  if (named.size === 1 && own) return { availability: own, isStated: true }
  const said = new Set(
    lines.map(({ text }) => stockOfLine(text)).filter((one) => one !== undefined),
  )
  if (said.size === 2 && said.has('LIMITED')) said.delete('IN_STOCK')
  const [only] = said
  const isStated = labelled.length > 0 || said.size > 0
  return said.size === 1 && only && named.size === 0
    ? { availability: only, isStated }
    : { isStated }
}

function stockOfLine(text: string): FoundAvailability | undefined {
  if (text.length > stockLineMax) return undefined
  if (others.test(text)) return undefined
  const said = readAvailability(text)
  const [, number] = countInStock.exec(text) ?? []
  if (number !== undefined && said !== 'LIMITED')
    return Number(number) > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK'
  return said
}
