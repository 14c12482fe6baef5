import { formatDate, formatDecimal, formatMoney, type Locale } from '#platform/locale'
import { oneLine } from '#platform/mail'
import type { Goods, LetterPart, TextArguments } from '#platform/texts'
import { pieces, unitLabel } from '#platform/units'
import type { writeMail } from '../mails.ts'

/** Writes in the language of the reader. */
export type Writer = {
  readonly locale: Locale
  /** The name of each line of the order, by its number. */
  readonly names: ReadonlyMap<number, string>
  write(key: Parameters<typeof writeMail>[1], values?: TextArguments): string
}

export type MoneyText = { readonly amount: string; readonly currency: string }

export type Sum = readonly [
  key:
    | 'sum.goods'
    | 'sum.discount'
    | 'sum.shipping'
    | 'sum.tax'
    | 'sum.total'
    | 'received.subtotal',
  amount: MoneyText | undefined,
]

/** An order may have thousands of lines, and people read mails on a phone. */
export const linesShown = 20

type Counted = { readonly quantity: number; readonly unit?: string | undefined }

type PricedLine = Counted & {
  readonly sku: string
  readonly name: string
  readonly total: MoneyText
  readonly backorder?: { readonly promisedDate: string } | undefined
}

/** The lines with their prices, and the amounts below them. `named` is the name of a line in the text. */
export function pricedGoods<Line extends PricedLine>(
  lines: readonly Line[],
  named: (line: Line) => string,
  sums: readonly Sum[],
  writer: Writer,
): LetterPart {
  const { locale, write } = writer
  const present = sums.flatMap(([key, sum]) =>
    sum ? [{ key, amount: formatMoney(locale, sum) }] : [],
  )
  const list = listOf(
    lines,
    (line) => {
      const text = `${countOf(line, locale)} ${named(line)}: ${formatMoney(locale, line.total)}`
      const waits = backorderNote(line, writer)
      return waits === undefined ? text : `${text} (${waits})`
    },
    writer,
  )
  return {
    text: [list, present.map(({ key, amount }) => write(key, { amount })).join('\n')].join('\n\n'),
    goods: goodsOf(
      lines,
      (line) => ({
        quantity: cellOf(line, locale),
        name: oneLine(line.name),
        note: [oneLine(line.sku), backorderNote(line, writer)].filter(Boolean).join(', '),
        amount: formatMoney(locale, line.total),
      }),
      writer,
      // The name of the amount without its colon.
      present.map(({ key, amount }) => ({
        name: write(key, { amount: '' }).replace(/[\s:]+$/, ''),
        amount,
      })),
    ),
  }
}

function backorderNote({ backorder }: PricedLine, { locale, write }: Writer): string | undefined {
  if (!backorder) return undefined
  return write('backorder', { day: formatDate(locale, new Date(backorder.promisedDate)) })
}

type Pieces = Counted & {
  readonly lineNumber: number
  readonly sku: string
}

/** Pieces of lines without prices, each with its note: why it is returned, or when it arrives. */
export function piecesOf<Line extends Pieces>(
  lines: readonly Line[],
  writer: Writer,
  noteOf: (line: Line) => string | undefined = () => undefined,
): LetterPart {
  const show = (line: Line) => {
    const note = noteOf(line)
    return `${countOf(line, writer.locale)} ${oneLine(line.sku)}${note === undefined ? '' : `: ${note}`}`
  }
  return {
    text: listOf(lines, show, writer),
    goods: goodsOf(
      lines,
      (line) => {
        const name = writer.names.get(line.lineNumber)
        const notes = [name === undefined ? undefined : oneLine(line.sku), noteOf(line)]
        const note = notes.filter((part) => part !== undefined).join(', ')
        return {
          quantity: cellOf(line, writer.locale),
          name: oneLine(name ?? line.sku),
          ...(note !== '' && { note }),
        }
      },
      writer,
    ),
  }
}

function goodsOf<Line>(
  lines: readonly Line[],
  rowOf: (line: Line) => Goods['rows'][number],
  { write }: Writer,
  sums?: NonNullable<Goods['sums']>,
): Goods {
  const columns = [write('column.quantity'), write('column.product')]
  const more = lines.length - linesShown
  return {
    columns: sums ? [...columns, write('column.amount')] : columns,
    rows: lines.slice(0, linesShown).map(rowOf),
    ...(more > 0 && { more: write('more', { count: more }) }),
    ...(sums && { sums }),
  }
}

function listOf<Line>(
  lines: readonly Line[],
  show: (line: Line) => string,
  { write }: Writer,
): string {
  const shown = lines.slice(0, linesShown).map(show)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [write('more', { count: more })] : [])].join('\n')
}

/** `4 x` for pieces, `2.5 m` for other units. */
function countOf(line: Counted, locale: Locale): string {
  const cell = cellOf(line, locale)
  return isInPieces(line, locale) ? `${cell} x` : cell
}

/** `4` for pieces, `2.5 m` for other units. */
function cellOf(line: Counted, locale: Locale): string {
  const quantity = formatDecimal(locale, String(line.quantity))
  return isInPieces(line, locale)
    ? quantity
    : `${quantity} ${unitLabel(line.unit ?? pieces, locale)}`
}

/** Older events name no unit. */
function isInPieces({ unit = pieces }: Counted, locale: Locale): boolean {
  return unitLabel(unit, locale) === unitLabel(pieces, locale)
}
