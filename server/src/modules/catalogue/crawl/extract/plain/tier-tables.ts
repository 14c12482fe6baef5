import { type Tax, taxOf } from '#modules/imports/reading'
import { readPrice } from '../prices/read-price.ts'
import { currenciesIn } from './lines.ts'
import type { Table } from './tables.ts'

/** The prices of one product from a quantity on. */
export type PriceTiers = {
  readonly tiers: readonly { readonly minQuantity: number; readonly amount: string }[]
  readonly currency: string | undefined
  readonly tax: Tax | undefined
}

const quantity =
  /^(?:(?:ab|from|dès|à partir de|a partir de|>=|≥|>)\s*(\d{1,3}(?:[.'’ ]\d{3})+|\d{1,7})|(\d{1,7})\s*(?:\+|[-–—]\s*\d{1,7}|bis\s*\d{1,7}|to\s*\d{1,7}|à\s*\d{1,7}))\s*(?:[\p{L}²³]{1,14})?\.?(?:\s*\(?(?:[€£]|eur|gbp|chf|netto|net|ht)\)?)*$/iu

/** The quantity from which a price counts: of `ab 10 Rollen`, `10+`, `10-49`. */
export function quantityIn(text: string): number | undefined {
  if (text.length > 40) return undefined
  const [match, from, least] = quantity.exec(text.trim()) ?? []
  return match === undefined ? undefined : Number((from ?? least ?? '').replace(/\D/g, ''))
}

const quantityHeaders =
  /^(?:ab|ab menge|menge|anzahl|stückzahl|abnahmemenge|bestellmenge|menge ab|ab stück|stück|quantity|qty|order quantity|from|quantité|qté|à partir de|dès)(?:\s*\(?[\p{L}.]{1,12}\)?)?\W*$/iu
const tiersMax = 50

/** A table of quantities and prices, in rows or in columns. Undefined for any other table. */
export function tiersInTable({ rows, caption }: Table): PriceTiers | undefined {
  const lines = rows.filter(({ isTitle }) => !isTitle).map(({ cells }) => cells)
  const width = Math.max(0, ...lines.map(({ length }) => length))
  return (
    tiersInLines(lines, caption) ??
    (lines.length <= 4 && width > 1
      ? tiersInLines(transposeCells(lines, width), caption)
      : undefined)
  )
}

const transposeCells = (lines: readonly (readonly string[])[], width: number) =>
  Array.from({ length: width }, (_, column) => lines.map((cells) => cells[column] ?? ''))

function tiersInLines(
  lines: readonly (readonly string[])[],
  caption: string,
): PriceTiers | undefined {
  const [head = []] = lines
  const isHead =
    quantityIn(head[0] ?? '') === undefined && !/^\d+(?:\s\p{L}+\.?)?$/u.test(head[0] ?? '')
  const body = isHead ? lines.slice(1) : lines
  if (body.length === 0 || body.length > tiersMax + 1) return undefined
  const isNamed = isHead && quantityHeaders.test((head[0] ?? '').trim())
  const isTiered = body.some(([first = '']) => quantityIn(first) !== undefined)
  const quantities = body.map(([first = '']) => {
    const bare = /^\d{1,7}(?=\s*(?:[\p{L}]{1,12}\.?)?$)/u.exec(first.trim())?.[0]
    return quantityIn(first) ?? ((isNamed || isTiered) && bare ? Number(bare) : undefined)
  })
  if (quantities.includes(undefined) || (body.length < 2 && !isNamed)) return undefined
  const column = priceColumn(isHead ? head : [], body)
  if (column === undefined) return undefined
  const around = `${caption} ${isHead ? (head[column] ?? '') : ''} ${isHead ? (head[0] ?? '') : ''}`
  const currencies = new Set<string>(currenciesIn(around))
  const tiers = body.map((cells, at) => {
    const { amount = '', currency } = readPrice(cells[column] ?? '')
    if (currency) currencies.add(currency)
    return { minQuantity: quantities[at] ?? 0, amount }
  })
  const [currency] = currencies
  return currencies.size > 1 ? undefined : { tiers, currency, tax: taxOf(around) }
}

/** The column of prices: that without tax before others. */
function priceColumn(
  head: readonly string[],
  body: readonly (readonly string[])[],
): number | undefined {
  const width = Math.min(...body.map(({ length }) => length))
  const columns = Array.from({ length: Math.max(0, width - 1) }, (_, at) => at + 1).filter(
    (column) => {
      const isSaving = /spar|rabatt|saving|save|discount|remise|%/i.test(head[column] ?? '')
      return !isSaving && body.every((cells) => isExact(cells[column] ?? ''))
    },
  )
  return columns.find((column) => taxOf(head[column] ?? '') === 'net') ?? columns[0]
}

function isExact(text: string): boolean {
  const { amount, kind } = readPrice(text)
  return amount !== undefined && kind === 'exact' && !text.includes('%')
}
