import { queryText } from './query-text.ts'

/** A part number and how many of it, as it stood in one line. */
export type OrderLine = {
  /** The most likely reading first: of `TN 2110 5` the last number may belong to the part number or be a quantity. */
  readonly readings: readonly Reading[]
  readonly problem?: LineProblem
}

export type Reading = { readonly partNumber: string; readonly quantity: number }

export type LineProblem = 'line_too_long' | 'part_number_missing' | 'quantity_invalid'

export const orderLinesMax = 1_000
export const quantityMax = 1_000_000
export const partNumberMax = 100
const lineMax = 200

/** Empty lines are passed over; the number of a line counts them, as an editor does. */
export function orderLinesOf(text: string): { line: number; read: OrderLine }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, content: queryText(content.replace(/^\ufeff/, '')) }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, read: orderLineOf(content) }))
}

/** `part number<tab | ; | , | space>quantity`. Without a quantity it is one. */
function orderLineOf(content: string): OrderLine {
  if (content.length > lineMax) {
    return refused('line_too_long', content.slice(0, partNumberMax))
  }
  const separated = /^(.*?)\s*[\t;,]\s*(.*?)[\t;,\s]*$/s.exec(content)
  if (separated) {
    const [, partNumber = '', count = ''] = separated
    if (count === '') return orderLine(partNumber, 1)
    return /^[0-9]{1,9}$/.test(count)
      ? orderLine(partNumber, Number(count))
      : refused('quantity_invalid', partNumber)
  }
  const spaced = /^(.*\S)\s+([0-9]{1,9})$/s.exec(content)
  if (!spaced) return orderLine(content, 1)
  const whole = orderLine(content, 1)
  const split = orderLine(spaced[1] ?? '', Number(spaced[2]))
  if (whole.problem !== undefined) return split
  const problem = split.problem === undefined ? {} : { problem: split.problem }
  return { readings: [...whole.readings, ...split.readings], ...problem }
}

/** The quantity of a structured line was checked before. */
export function orderLine(typed: string, quantity: number): OrderLine {
  const partNumber = queryText(typed)
  if (partNumber === '') return refused('part_number_missing', '')
  if (partNumber.length > partNumberMax) return refused('line_too_long', partNumber)
  if (quantity < 1 || quantity > quantityMax) return refused('quantity_invalid', partNumber)
  return { readings: [{ partNumber, quantity }] }
}

function refused(problem: LineProblem, partNumber: string): OrderLine {
  return { readings: [{ partNumber: partNumber.slice(0, partNumberMax), quantity: 1 }], problem }
}
