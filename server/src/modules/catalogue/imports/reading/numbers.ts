import { Decimal } from 'decimal.js'
import { type Quantity, quantityOf } from '#kernel/quantity'

/** The integer digits and decimals that a price may have: `numeric(20, 6)`. */
const plain = /^\d{1,13}(\.\d{1,6})?$/

/** Spaces of all kinds, and apostrophes as in Switzerland, separate thousands. */
const fillers = /[\s\u00a0\u2007\u202f'’]/g

/**
 * Reads an amount as people write it: `1.234,56`, `1,234.56`, `1'234.50`, `12,5`. Of two different separators, the last
 * is the decimal separator. A repeated separator separates thousands. One separator before exactly three digits is
 * ambiguous, so `decimal` decides. Returns undefined for anything else, and for negative amounts.
 */
export function parseAmount(text: string, decimal: '.' | ','): Decimal | undefined {
  const bare = text.replace(fillers, '')
  const normal = withPoint(bare, decimal)
  return normal !== undefined && plain.test(normal) ? new Decimal(normal) : undefined
}

function withPoint(text: string, decimal: '.' | ','): string | undefined {
  const point = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (point === -1 && comma === -1) return text
  if (point !== -1 && comma !== -1) {
    return removeGroups(text, point > comma ? '.' : ',')
  }
  const separator = point === -1 ? ',' : '.'
  if (text.indexOf(separator) !== text.lastIndexOf(separator)) {
    return removeGroups(text, separator === '.' ? ',' : '.')
  }
  const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  return removeGroups(text, isAmbiguous ? decimal : separator)
}

/** The other separator must separate groups of three digits. */
function removeGroups(text: string, decimal: '.' | ','): string | undefined {
  const [whole = '', fraction, ...rest] = text.split(decimal)
  if (rest.length > 0) return undefined
  const thousands = decimal === '.' ? ',' : '.'
  if (fraction?.includes(thousands)) return undefined
  const groups = whole.split(thousands)
  const areThousands = groups.length === 1 || groups.slice(1).every((group) => group.length === 3)
  if (!areThousands || (groups.length > 1 && !/^\d{1,3}$/.test(groups[0] ?? ''))) return undefined
  return fraction === undefined ? groups.join('') : `${groups.join('')}.${fraction}`
}

const wholeMax = 2_147_483_647
const most = quantityOf(wholeMax)

/** Reads a count: `12`, `12.0`, `1.000`. Undefined for anything else, and for more than a column can store. */
export function parseCount(value: unknown, decimal: '.' | ','): number | undefined {
  if (typeof value === 'number') return isCount(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const amount = parseAmount(value.trim(), decimal)
  if (!amount?.isInteger() || amount.gt(wholeMax)) return undefined
  return amount.toNumber()
}

/** Reads a quantity with up to three decimals: `12`, `2,5`, `0.125`. Undefined for anything else, and for more than is stored. */
export function parseQuantity(value: unknown, decimal: '.' | ','): Quantity | undefined {
  const amount =
    typeof value === 'number'
      ? parseAmount(new Decimal(value).toFixed(), '.')
      : typeof value === 'string'
        ? parseAmount(value.trim(), decimal)
        : undefined
  if (amount === undefined || amount.decimalPlaces() > 3) return undefined
  const quantity = quantityOf(amount.toNumber())
  return quantity <= most ? quantity : undefined
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= wholeMax
}
