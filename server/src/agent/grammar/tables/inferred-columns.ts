import { unitOfWord } from '../units.ts'
import type { Column } from './table-columns.ts'

const numberCell =
  /^\d{1,3}(?:[.,' ]?\d{3}){0,3}(?:[.,]\d{1,2})?(?:[ ]?(?<unit>[\p{L}²³]{1,8}\.?))?$/u
const moneyCell =
  /^(?:[€$£]|EUR|USD|CHF|GBP)?[ ]?\d[\d.,' ]{0,12}[.,]\d{2}[ ]?(?:[€$£]|EUR|USD|CHF|GBP)?$/i

/** What the columns of a table without a header say, by the values in them. Undefined where they show no goods and no quantity. */
export function inferredColumns(
  rows: readonly (readonly string[])[],
): readonly (Column | undefined)[] | undefined {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? ''))
  const isOf = (at: number, test: (cell: string) => boolean) => columns[at]?.every(test) === true
  const all = columns.map((_, at) => at)
  const units = all.filter((at) => isOf(at, isUnit))
  const texts = all.filter(
    (at) => !units.includes(at) && isOf(at, (cell) => /\p{L}{3}/u.test(cell)),
  )
  const numbers = all.filter((at) => isOf(at, isNumber))
  const counts = numbers.filter((at) => !isSequence(columns[at] ?? []))
  const prices = all.filter((at) => isOf(at, (cell) => moneyCell.test(cell)))
  const quantity =
    counts.find((at) => !prices.includes(at)) ?? (numbers.length === 1 ? numbers[0] : undefined)
  const goods = texts.toSorted((one, other) => lengthOf(columns[other]) - lengthOf(columns[one]))[0]
  if (quantity === undefined || goods === undefined || quantity === goods) return undefined
  return all.map((at) => {
    if (at === quantity) return 'quantity'
    if (at === goods) return 'goods'
    if (at === units[0]) return 'unit'
    if (at === prices.find((price) => price !== quantity)) return 'price'
    return texts.includes(at) ? 'property' : undefined
  })
}

/** A number, alone or with its unit. `10 chairs` is no such cell. */
function isNumber(cell: string): boolean {
  const match = numberCell.exec(cell)
  const unit = match?.groups?.unit
  return match !== null && (unit === undefined || isUnit(unit))
}

/** `1`, `2`, `3`: the positions of the rows. */
function isSequence(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell, at) => cell.replace(/\.$/, '') === String(at + 1))
}

function isUnit(cell: string): boolean {
  const kind = unitOfWord(cell.toLowerCase())?.kind
  return kind !== undefined && kind !== 'spec'
}

function lengthOf(cells: readonly string[] = []): number {
  return cells.reduce((sum, { length }) => sum + length, 0)
}
