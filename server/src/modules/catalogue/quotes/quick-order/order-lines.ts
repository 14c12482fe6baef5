import { oneUnit, parseQuantity, type Quantity, quantityMax } from '#kernel/quantity'
import { typedText } from '#kernel/typed-text'
import { normalIdentifier } from '#modules/products'

/** One line of a quick order. */
export type OrderLine = {
  /** The line as the buyer typed it, up to 200 characters. */
  readonly typed: string
  /**
   * All readings of the line, the most probable first: in `TN 2110 5` the 5 may be a quantity or a part of the number.
   */
  readonly readings: readonly [Reading, ...Reading[]]
}

/** A part number and its quantity. */
export type Reading = {
  readonly partNumber: string
  /** If the quantity is the problem, this is the typed quantity when it can be read. */
  readonly quantity: Quantity
  readonly problem?: LineProblem
  /** Used only when no other reading is a known number. */
  readonly isUnlikely?: boolean
  /** The quantity is so clear that no other reading is taken as certain. */
  readonly isPlain?: boolean
}

export type LineProblem =
  | 'line_too_long'
  | 'part_number_missing'
  | 'quantity_invalid'
  /** The unit of the product is counted. */
  | 'quantity_not_whole'

export const orderLinesMax = 1_000
export const partNumberMax = 100
export const lineMax = 200

/** Skips empty lines. Line numbers count them, as an editor does. */
export function orderLinesOf(text: string): { line: number; read: OrderLine }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, content: typedText(content.replace(/^\ufeff/, '')) }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, read: orderLineOf(content) }))
}

/** The schema already checked the quantity of a structured line. */
export function orderLine(typed: string, quantity: Quantity): OrderLine {
  return { typed: typed.slice(0, lineMax), readings: [readingOf(typed, quantity)] }
}

/** Reads `part number<tab | ; | , | space>quantity` and similar pasted forms. The default quantity is 1. */
function orderLineOf(content: string): OrderLine {
  const typed = content.slice(0, lineMax)
  if (content.length > lineMax)
    return { typed, readings: [refusedReading('line_too_long', typed, oneUnit)] }
  const plain = content.normalize('NFKC').replace(/[“”„]/g, '"')
  const [first, ...others] = columnsOf(plain)
  const columns = others.filter((column) => column !== '')
  if (columns.length > 0) return { typed, readings: columnReadings(plain, first, columns) }
  return { typed, readings: spacedReadings(first) }
}

const pieces =
  '(?:pcs?|pces?|pieces?|pièces?|stk|stck|stücke?|stueck|st|ea|each|units?|unités?|unidades?|x|×)\\.?'
const countOnly = new RegExp(`^(\\d{1,9})(?:\\s*${pieces})?$`, 'iu')
/** `2,5` and `2.5` in every language. Three digits after the sign may be thousands, unless a zero stands before it. */
const decimalCount = /^(?:\d{1,9}[.,]\d{1,2}|0[.,]\d{3})$/
const numeric = /^[-+]?[\d.,' ]*\d[\d.,']*$/
/** `2,50` and `1,000.00`, which the separator comma has split. */
const cutByCommas = /^[^\t;]*(?:,\d+,\d+|,\d{1,3}(?:,\d{3})+\.\d+)$/

/** Reads a part number and its quantity among other columns, or after a position, or with the quantity first. */
function columnReadings(
  line: string,
  first: string,
  columns: readonly string[],
): [Reading, ...Reading[]] {
  const [second = '', ...others] = columns
  const [number = second, ...otherNumbers] = columns.filter(isNumber)
  // `12.50;3`: a price and a quantity.
  const isPrice = decimalCount.test(number) && otherNumbers.some((one) => countOnly.test(one))
  const quantity = cutByCommas.test(line) || isPrice ? undefined : countIn(number)
  const readings = quantity === undefined ? [] : [readingOf(first, quantity)]
  // A decimal behind the part number is more often a price.
  const whole = others.filter((column) => countOnly.test(column))
  const counts = [first, ...whole].flatMap((column) => countIn(column) ?? [])
  const fronted = (countIn(first) === undefined ? [] : counts)
    .map((count) => readingOf(second, count))
    .filter(({ problem }) => problem === undefined)
  const decimals = decimalReadings(line)
  const [likeliest, ...rest] = [
    ...decimals.filter(({ problem }) => problem === undefined),
    ...inOrder(readings, fronted, isNumber(second)),
    ...decimals.filter(({ problem }) => problem !== undefined),
  ]
  return likeliest ? [likeliest, ...rest] : [refusedReading('quantity_invalid', first, oneUnit)]
}

/** The first of two numbers is the part number, unless the second is larger than the maximum quantity. */
function inOrder(
  readings: readonly Reading[],
  fronted: readonly Reading[],
  areNumbers: boolean,
): Reading[] {
  const isBeyond = readings.some(({ quantity }) => quantity > quantityMax)
  if (isBeyond && fronted.length > 0) return [...fronted]
  return [...readings, ...fronted.map((reading) => ({ ...reading, isUnlikely: areNumbers }))]
}

const countAfter = new RegExp(`^(.*\\S) (\\d{1,9})(?: ?${pieces})?$`, 'iu')
const countWithMark = new RegExp(`^(.*\\S)(?: x| ?[×*:]) ?(\\d{1,9})(?: ?${pieces})?$`, 'iu')
const inFront = new RegExp(`^(\\d{1,9})(?: ?${pieces} | ?[×*] ?| )(\\S.*)$`, 'iu')

/** If only spaces separate them, the count may also be the end or the beginning of the part number. */
function spacedReadings(text: string): [Reading, ...Reading[]] {
  const spaced = text.replace(/\s+/g, ' ')
  const readings: Reading[] = []
  const [, partNumber, count] = countWithMark.exec(spaced) ?? countAfter.exec(spaced) ?? []
  if (partNumber !== undefined) {
    // The text before the number contains only signs, so the number is not a quantity.
    if (normalIdentifier(partNumber) === '') {
      return [refusedReading('part_number_missing', partNumber, countOf(count))]
    }
    readings.push(readingOf(partNumber, countOf(count)))
  }
  readings.push(...decimalReadings(spaced))
  const whole = readingOf(spaced, oneUnit)
  if (readings.length === 0 || whole.problem === undefined) readings.push(whole)
  const [, many, rest] = inFront.exec(spaced) ?? []
  if (rest !== undefined) {
    const counted = readingOf(rest, countOf(many))
    if (partNumber !== undefined && countOf(count) > quantityMax && !counted.problem) {
      return [counted, ...readings.slice(1)]
    }
    const isUnlikely = !/\p{L}/u.test(rest)
    const isLikeliest = readings.length === 1 && !isUnlikely && !counted.problem
    readings.splice(isLikeliest ? 0 : readings.length, 0, { ...counted, isUnlikely })
  }
  const [likeliest = whole, ...others] = readings
  return [likeliest, ...others]
}

/** `CABLE-1 2,5` is 2.5 of it. `TN-2110 -5` and `TN-2110 1,000` have an invalid quantity, in any other reading, too. */
function decimalReadings(text: string): Reading[] {
  const ending = /^([^\t;,]*?[^\s;,])(?:\s+x|\s*[×*:])?\s+([-+]\d+|[-+]?\d+[.,]\d+)$/i
  const [, partNumber, number = ''] = ending.exec(text) ?? []
  if (partNumber === undefined) return []
  const quantity = countIn(number)
  const reading =
    quantity === undefined
      ? refusedReading('quantity_invalid', partNumber, oneUnit)
      : readingOf(partNumber, quantity)
  return [{ ...reading, isPlain: true }]
}

function isNumber(column: string): boolean {
  return numeric.test(column) || countOnly.test(column)
}

const countOf = (digits = '0'): Quantity => BigInt(digits) * oneUnit

function countIn(column: string): Quantity | undefined {
  if (decimalCount.test(column)) return parseQuantity(column.replace(',', '.'))
  const count = countOnly.exec(column)?.[1]
  return count === undefined ? undefined : countOf(count)
}

/** A quoted column may contain separators. */
function columnsOf(line: string): [string, ...string[]] {
  const inQuotes = /(?<=(?:^|[\t;,|])\s*)"(?:[^"]|"")*"(?=\s*(?:[\t;,|]|$))/g
  const masked = line.replace(inQuotes, (column) => '"'.repeat(column.length))
  const separator = ['\t', ';', '|', ','].find((sign) => masked.includes(sign))
  if (separator === undefined) return [unquote(line)]
  // Drawn tables have a bar before the first column, too.
  if (separator === '|' && masked.startsWith('|')) return columnsOf(line.slice(1))
  let from = 0
  const [first = '', ...others] = masked.split(separator).map(({ length }) => {
    const column = line.slice(from, from + length)
    from += length + 1
    return unquote(column)
  })
  return [first, ...others]
}

function unquote(column: string): string {
  const trimmed = column.trim()
  const inner = /^"(.*)"$/s.exec(trimmed)?.[1]
  return inner === undefined ? trimmed : inner.replaceAll('""', '"').trim()
}

function readingOf(typed: string, quantity: Quantity): Reading {
  const partNumber = typedText(typed)
  if (partNumber === '') return refusedReading('part_number_missing', '', quantity)
  if (partNumber.length > partNumberMax)
    return refusedReading('line_too_long', partNumber, quantity)
  if (quantity <= 0n || quantity > quantityMax) {
    return refusedReading('quantity_invalid', partNumber, quantity)
  }
  return { partNumber, quantity }
}

function refusedReading(problem: LineProblem, partNumber: string, quantity: Quantity): Reading {
  return { partNumber: partNumber.slice(0, partNumberMax), quantity, problem }
}
