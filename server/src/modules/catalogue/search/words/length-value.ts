import { kindAndValueOf } from './units.ts'

const shape = /^(\d+(?:[.,]\d+)?)\s?(mm|cm|m|ft|in|inch|feet|"|')$/i
/** Nominal lengths are rounded: six feet are sold as 1.8 m and as 1.83 m. */
const roundedBy = 0.02
const shortestMm = 100

/**
 * One spelling for lengths that buyers call the same: `1.83 m`, `180 cm` and `6 ft` are `1.8 m`. The text itself if it is no single
 * length, or a short one.
 */
export function nominalLength(text: string): string {
  const [, amount = '', unit = ''] = shape.exec(text.trim()) ?? []
  const { value = 0 } = amount === '' ? {} : (kindAndValueOf(amount, unit) ?? {})
  if (value < shortestMm) return text
  const metres = value / 1000
  const rounded = [1, 2, 3].map((digits) => Number(metres.toPrecision(digits)))
  const nominal = rounded.find((one) => Math.abs(one - metres) <= roundedBy * metres) ?? metres
  return `${nominal} m`
}
