/** Which sign separates the decimals of a number. `€` as in `35€99`. */
export type DecimalSign = '.' | ',' | '€'

/**
 * Turns a number as people write it into a decimal: `1.234,56`, `1,234.56`, `1'234.50`, `1 234`, `,75`. Of two different
 * separators the last is that of the decimals. One separator before exactly three digits separates thousands, unless
 * `decimal` says otherwise. Returns undefined for what is no number, such as a date.
 */
export function plainAmount(written: string, decimal?: DecimalSign): string | undefined {
  const text = written
    .replace(/[\s'’]/g, '')
    .replace(/[.,]+$/, '')
    .replace(/^[.,]+(?=[.,])/, '')
  const at = decimalPlace(text, decimal)
  const whole = at === -1 ? text : text.slice(0, at)
  const fraction = at === -1 ? '' : text.slice(at + 1)
  const digits = wholeDigits(whole)
  if (digits === undefined || !/^\d*$/.test(fraction)) return undefined
  const normal = digits.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? normal : `${normal}.${fraction}`
}

/** Where the separator of the decimals is, or -1. */
function decimalPlace(text: string, decimal: DecimalSign | undefined): number {
  if (decimal !== undefined && text.includes(decimal)) return text.lastIndexOf(decimal)
  const euro = text.indexOf('€')
  if (euro !== -1) return euro
  const point = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  const last = Math.max(point, comma)
  if (last === -1) return -1
  const hasBoth = point !== -1 && comma !== -1
  if (hasBoth) return last
  const isThousands = /^[.,]?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text) || inIndia.test(text)
  // `decimal` names the other sign.
  if (decimal !== undefined) return -1
  return isThousands ? -1 : last
}

const inIndia = /^\d{1,2}(?:,\d{2})+,\d{3}$/

/** Groups have three digits. In India all but the last have two. */
function wholeDigits(text: string): string | undefined {
  const bare = text.replace(/^[.,](?=\d)/, '')
  if (/^\d*$/.test(bare)) return bare
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) || inIndia.test(bare)
  return isGrouped ? bare.replace(/[.,]/g, '') : undefined
}
