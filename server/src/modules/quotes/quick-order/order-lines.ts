import { typedText } from '#kernel/typed-text'
import { normalIdentifier } from '#modules/products'

/** One line of a quick order. */
export type OrderLine = {
  /** As it stood there, up to 200 characters. */
  readonly typed: string
  /** All that it may mean, the likeliest first: of `TN 2110 5` the 5 may be a quantity or belong to the part number. */
  readonly readings: readonly [Reading, ...Reading[]]
}

/** A part number and how many of it. */
export type Reading = {
  readonly partNumber: string
  /** Where the problem is the quantity, that what was typed if it is a whole number. */
  readonly quantity: number
  readonly problem?: LineProblem
  /** Meant only where no other reading is the number of anything. */
  readonly isUnlikely?: boolean
  /** So plain a mistake that nothing is taken for certain beside it. */
  readonly isPlain?: boolean
}

export type LineProblem = 'line_too_long' | 'part_number_missing' | 'quantity_invalid'

export const orderLinesMax = 1_000
export const quantityMax = 1_000_000
export const partNumberMax = 100
export const lineMax = 200

/** Empty lines are passed over; the number of a line counts them, as an editor does. */
export function orderLinesOf(text: string): { line: number; read: OrderLine }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, content: typedText(content.replace(/^\ufeff/, '')) }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, read: orderLineOf(content) }))
}

/** The quantity of a structured line was checked before. */
export function orderLine(typed: string, quantity: number): OrderLine {
  return { typed: typed.slice(0, lineMax), readings: [readingOf(typed, quantity)] }
}

/** `part number<tab | ; | , | space>quantity`, and what else people paste. Without a quantity it is one. */
function orderLineOf(content: string): OrderLine {
  const typed = content.slice(0, lineMax)
  if (content.length > lineMax) return { typed, readings: [refused('line_too_long', typed, 1)] }
  const plain = content.normalize('NFKC').replace(/[“”„]/g, '"')
  const [first, ...others] = columnsOf(plain)
  const told = others.filter((column) => column !== '')
  if (told.length > 0) return { typed, readings: columnReadings(plain, first, told) }
  return { typed, readings: spacedReadings(first) }
}

const pieces =
  '(?:pcs?|pces?|pieces?|pièces?|stk|stck|stücke?|stueck|st|ea|each|units?|unités?|unidades?|x|×)\\.?'
const counted = new RegExp(`^(\\d{1,9})(?:\\s*${pieces})?$`, 'iu')
const numeric = /^[-+]?[\d.,' ]*\d[\d.,']*$/
/** `2,50` and `1,000.00`, which the commas of a line have taken apart. */
const cutByCommas = /^[^\t;]*(?:,\d+,\d+|,\d{1,3}(?:,\d{3})+\.\d+)$/

/** A part number and its quantity, with others beside them; or a position or the quantity before the part number. */
function columnReadings(
  line: string,
  first: string,
  told: readonly string[],
): [Reading, ...Reading[]] {
  const [second = '', ...others] = told
  const quantity = cutByCommas.test(line) ? undefined : countIn(told.find(isNumber) ?? second)
  const readings = quantity === undefined ? [] : [readingOf(first, quantity)]
  const counts = [first, ...others].flatMap((column) => countIn(column) ?? [])
  const fronted = (countIn(first) === undefined ? [] : counts)
    .map((count) => readingOf(second, count))
    .filter(({ problem }) => problem === undefined)
  const [likeliest, ...rest] = [
    ...inOrder(readings, fronted, isNumber(second)),
    ...brokenReadings(line),
  ]
  return likeliest ? [likeliest, ...rest] : [refused('quantity_invalid', first, 1)]
}

/** Of two numbers the first is the part number, unless the second is more than anybody may order. */
function inOrder(
  readings: readonly Reading[],
  fronted: readonly Reading[],
  areNumbers: boolean,
): Reading[] {
  const isBeyond = readings.some(({ quantity }) => quantity > quantityMax)
  if (isBeyond && fronted.length > 0) return [...fronted]
  return [...readings, ...fronted.map((reading) => ({ ...reading, isUnlikely: areNumbers }))]
}

const behind = new RegExp(`^(.*\\S) (\\d{1,9})(?: ?${pieces})?$`, 'iu')
const marked = new RegExp(`^(.*\\S)(?: x| ?[×*:]) ?(\\d{1,9})(?: ?${pieces})?$`, 'iu')
const inFront = new RegExp(`^(\\d{1,9})(?: ?${pieces} | ?[×*] ?| )(\\S.*)$`, 'iu')

/** Where nothing but spaces stands between them, a count may also be the end or the beginning of the part number. */
function spacedReadings(text: string): [Reading, ...Reading[]] {
  const spaced = text.replace(/\s+/g, ' ')
  const readings: Reading[] = []
  const [, partNumber, count] = marked.exec(spaced) ?? behind.exec(spaced) ?? []
  if (partNumber !== undefined) {
    // A line of signs and a number: the number is not what it is about.
    if (normalIdentifier(partNumber) === '') {
      return [refused('part_number_missing', partNumber, Number(count))]
    }
    readings.push(readingOf(partNumber, Number(count)))
  }
  readings.push(...brokenReadings(spaced))
  const whole = readingOf(spaced, 1)
  if (readings.length === 0 || whole.problem === undefined) readings.push(whole)
  const [, many, rest] = inFront.exec(spaced) ?? []
  if (rest !== undefined) {
    const counted = readingOf(rest, Number(many))
    if (partNumber !== undefined && Number(count) > quantityMax && !counted.problem) {
      return [counted, ...readings.slice(1)]
    }
    const isUnlikely = !/\p{L}/u.test(rest)
    const isLikeliest = readings.length === 1 && !isUnlikely && !counted.problem
    readings.splice(isLikeliest ? 0 : readings.length, 0, { ...counted, isUnlikely })
  }
  const [likeliest = whole, ...others] = readings
  return [likeliest, ...others]
}

/** `TN-2110 2,5` and `TN-2110 -5` are no order of anything, whatever else they could be read as. */
function brokenReadings(text: string): Reading[] {
  const broken = /^([^\t;,]*[^\s;,])\s+(?:[-+]\d+|[-+]?\d+[.,]\d+)$/.exec(text)
  if (broken?.[1] === undefined) return []
  return [{ ...refused('quantity_invalid', broken[1], 1), isPlain: true }]
}

function isNumber(column: string): boolean {
  return numeric.test(column) || counted.test(column)
}

function countIn(column: string): number | undefined {
  const count = counted.exec(column)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** A column in quotes may contain what separates the others. */
function columnsOf(line: string): [string, ...string[]] {
  const inQuotes = /(?<=(?:^|[\t;,|])\s*)"(?:[^"]|"")*"(?=\s*(?:[\t;,|]|$))/g
  const masked = line.replace(inQuotes, (column) => '"'.repeat(column.length))
  const separator = ['\t', ';', '|', ','].find((sign) => masked.includes(sign))
  if (separator === undefined) return [unquoted(line)]
  // Tables drawn with bars have one before their first column, too.
  if (separator === '|' && masked.startsWith('|')) return columnsOf(line.slice(1))
  let from = 0
  const [first = '', ...others] = masked.split(separator).map(({ length }) => {
    const column = line.slice(from, from + length)
    from += length + 1
    return unquoted(column)
  })
  return [first, ...others]
}

function unquoted(column: string): string {
  const trimmed = column.trim()
  const inner = /^"(.*)"$/s.exec(trimmed)?.[1]
  return inner === undefined ? trimmed : inner.replaceAll('""', '"').trim()
}

function readingOf(typed: string, quantity: number): Reading {
  const partNumber = typedText(typed)
  if (partNumber === '') return refused('part_number_missing', '', quantity)
  if (partNumber.length > partNumberMax) return refused('line_too_long', partNumber, quantity)
  if (quantity < 1 || quantity > quantityMax) {
    return refused('quantity_invalid', partNumber, quantity)
  }
  return { partNumber, quantity }
}

function refused(problem: LineProblem, partNumber: string, quantity: number): Reading {
  return { partNumber: partNumber.slice(0, partNumberMax), quantity, problem }
}
