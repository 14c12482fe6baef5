import { bucketToken, kindAndValueOf, measureUnit, stepOf } from './units.ts'

/** The measures of a range, as alternative search tokens. */
export type Ranges = {
  readonly ranges: readonly (readonly string[])[]
  /** The text without the ranges. */
  readonly rest: string
}

const amount = String.raw`(\d+(?:[.,]\d+)?)`
const unit = `(${measureUnit})`
const before = String.raw`(?<![\w.,/-])`
const after = String.raw`(?![\w\u00c0-\u024f'"”/-])`
const joinedRange = String.raw`(?:between|from|zwischen|von|entre|de|ab)\s+${amount}\s?${unit}?\s+(?:and|to|und|bis|et|à|a)\s+${amount}\s?${unit}`
const apart = String.raw`${amount}\s?${unit}?\s+(?:to|bis|à)\s+${amount}\s?${unit}`
/** Without words between, `70-300 mm` is the name of a lens. */
const dashedRange = String.raw`${amount}\s?(m|cm|ft|kg)?\s?-\s?${amount}\s?(m|cm|ft|kg|meter|metres|meters)`
const shapes = [joinedRange, apart, dashedRange].map(
  (shape) => new RegExp(`${before}${shape}${after}`, 'giu'),
)
const rangesMax = 3
/** From one token to the next: a document also has the tokens beside each of its measures. */
const stride = 2
const tokensMax = 400

/** Reads `between 1 and 3 m`, `von 1 bis 3 m`, `entre 1 et 3 m` and `1-3 m`. */
export function rangesOf(text: string): Ranges {
  if (!/\d.*\d/.test(text)) return { ranges: [], rest: text }
  const ranges: (readonly string[])[] = []
  let rest = text
  for (const shape of shapes) {
    rest = rest.replace(shape, (whole: string, ...groups: (string | undefined)[]) => {
      const [low = '', lowUnit, high = '', highUnit = ''] = groups
      const tokens = tokensBetween([low, lowUnit ?? highUnit], [high, highUnit])
      if (tokens.length === 0 || ranges.length === rangesMax) return whole
      ranges.push(tokens)
      return ' '
    })
  }
  return { ranges, rest }
}

type Written = readonly [amount: string, unit: string]

function tokensBetween(low: Written, high: Written): string[] {
  const [from, to] = [kindAndValueOf(...low), kindAndValueOf(...high)]
  if (!from || !to || from.kind !== to.kind || from.value <= 0 || from.value >= to.value) return []
  const [first, last] = [stepOf(from.value), stepOf(to.value)]
  if (last - first > tokensMax * stride) return []
  const tokens: string[] = []
  for (let at = first; at < last; at += stride) tokens.push(bucketToken(from.kind, at))
  return [...tokens, bucketToken(from.kind, last)]
}
