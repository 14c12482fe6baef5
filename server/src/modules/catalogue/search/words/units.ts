/** Measures as search tokens: `6ft`, `6'` and `1.83 m` become the same token. */
export type Measured = {
  readonly tokens: readonly string[]
  /** The text without the measures. */
  readonly rest: string
}

type Kind = 'len' | 'mas' | 'vol' | 'vlt' | 'amp' | 'wat' | 'vam' | 'dat'

/** Factors to millimetres, grams, millilitres, volts, amperes, watts, volt-amperes and megabytes. */
const lengthFactors: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  meter: 1000,
  meters: 1000,
  metre: 1000,
  metres: 1000,
  mètre: 1000,
  mètres: 1000,
  millimeter: 1,
  millimetre: 1,
  centimeter: 10,
  centimetre: 10,
  zentimeter: 10,
  centimètre: 10,
  ft: 304.8,
  feet: 304.8,
  foot: 304.8,
  "'": 304.8,
  '’': 304.8,
  in: 25.4,
  inch: 25.4,
  inches: 25.4,
  zoll: 25.4,
  pouce: 25.4,
  pouces: 25.4,
  '"': 25.4,
  '”': 25.4,
  "''": 25.4,
}

const otherFactors: Readonly<Record<string, readonly [Kind, number]>> = {
  mg: ['mas', 0.001],
  g: ['mas', 1],
  gram: ['mas', 1],
  grams: ['mas', 1],
  gramm: ['mas', 1],
  gramme: ['mas', 1],
  grammes: ['mas', 1],
  kg: ['mas', 1000],
  kilogram: ['mas', 1000],
  kilograms: ['mas', 1000],
  kilogramm: ['mas', 1000],
  'g/m²': ['mas', 1],
  'g/m2': ['mas', 1],
  'g/qm': ['mas', 1],
  gsm: ['mas', 1],
  lb: ['mas', 453.592],
  lbs: ['mas', 453.592],
  oz: ['mas', 28.3495],
  ml: ['vol', 1],
  cl: ['vol', 10],
  l: ['vol', 1000],
  litre: ['vol', 1000],
  litres: ['vol', 1000],
  liter: ['vol', 1000],
  liters: ['vol', 1000],
  gal: ['vol', 3785.41],
  gallon: ['vol', 3785.41],
  gallons: ['vol', 3785.41],
  mv: ['vlt', 0.001],
  kv: ['vlt', 1000],
  v: ['vlt', 1],
  volt: ['vlt', 1],
  volts: ['vlt', 1],
  ma: ['amp', 0.001],
  amp: ['amp', 1],
  amps: ['amp', 1],
  w: ['wat', 1],
  watt: ['wat', 1],
  watts: ['wat', 1],
  kw: ['wat', 1000],
  va: ['vam', 1],
  kva: ['vam', 1000],
  mb: ['dat', 1],
  gb: ['dat', 1000],
  tb: ['dat', 1_000_000],
  mo: ['dat', 1],
  go: ['dat', 1000],
  to: ['dat', 1_000_000],
}

const number = String.raw`\d+[ -]\d+\/\d+|\d+\/\d+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+`
const anyOf = (factors: Readonly<Record<string, unknown>>) =>
  Object.keys(factors)
    .sort((one, other) => other.length - one.length)
    .join('|')
const lengthUnit = anyOf(lengthFactors)
const otherUnit = anyOf(otherFactors)
/** The units of all measures, as a part of a pattern. */
export const measureUnit = `${otherUnit}|${lengthUnit}`
/** Not inside a word or a number, and not the second half of a part number. */
const start = String.raw`(?<![\w.,\/-])`
/** `M/M` means male to male, and `2 in 1` is not a length. */
const end = String.raw`(?![\w\u00c0-\u00d6\u00d8-\u024f'"”/])(?!\s+1\b(?!\s*[x/]))`

const countedUnit = new RegExp(
  String.raw`${start}(?:(\d{1,5})[ -]?(?:packs?|pk|pc\(s\)|pcs?\.?|pieces|pièces?|st(?:ü|ue)ck|stk\.?|sheets?|blatt|feuilles?|er(?:[ -]?(?:packung|pack|set))?|count|ct)(?![\w\u00c0-\u00d6\u00d8-\u024f(])|(?:pack|box|set) of (\d{1,5})(?![\w.])|(?:lot|paquet|bo[iî]te) de (\d{1,5})(?![\w.]))`,
  'gi',
)
const ports = new RegExp(String.raw`${start}(\d{1,3})[ -]?ports?(?![\w])`, 'gi')
const metricThread = /(?<![\w.,/-])m(\d{1,2}(?:\.\d)?)(?:\s?x\s?(\d+(?:\.\d+)?))?(?![\w./-])/gi
const inchThread = /(?<![\w.,-])(#?\d{1,2}(?:\/\d{1,2})?)-(\d{2})(?=\s|$|\s?x\b)(?!-)/g
const sizes = new RegExp(
  `${start}(${number})\\s?(?:${lengthUnit})?\\s?[x×*]\\s?(${number})(?:\\s?(?:${lengthUnit})?\\s?[x×*]\\s?(${number}))?\\s?(${lengthUnit})${end}`,
  'gi',
)
const lengths = new RegExp(`${start}(${number})[\\s-]?(${lengthUnit})${end}`, 'gi')
const others = new RegExp(`${start}(${number})[\\s-]?(${otherUnit})(?![\\w\\u00c0-\\u024f/])`, 'gi')

/** A text without any of these has no measure. They are much faster to test, because each begins with a digit. */
const hints = {
  any: new RegExp(
    String.raw`\d(?:[\s-]?(?:p[aciko]|sheet|st[kuü]|blatt|feui|er|c[ot]|${lengthUnit}|${otherUnit})|\s{0,2}[x×*]|-\d\d)|(?:pack|box|set) of \d|(?:lot|paquet|bo[iî]te) de \d`,
    'i',
  ),
  counted:
    /\d[ -]?(?:pack|pk|pc|pi[eè]ce|st[kuü]|blatt|feuille|er|sheet|count|ct)|(?:pack|box|set) of \d|(?:lot|paquet|bo[iî]te) de \d/i,
  ports: /\d[ -]?port/i,
  metricThread: /\d\s?x\s?\d/i,
  inchThread: /\d-\d\d/,
  sizes: new RegExp(String.raw`\d\s?(?:${lengthUnit})?\s?[x×*]\s?[\d.]`, 'i'),
  lengths: new RegExp(String.raw`\d[\s-]?(?:${lengthUnit})(?![\w/])`, 'i'),
  others: new RegExp(String.raw`\d[\s-]?(?:${otherUnit})(?![\w/])`, 'i'),
}

/** `USB 2.0 m` is a version and the beginning of a word, not two metres. */
const versionBefore = /\b(?:usb|hdmi|displayport|bluetooth|pcie?|version|gen|v)\s*$/i
const versionNumber = /^\d\.\d$/

/** Reads the measures of a text: counts and threads first, because they contain what looks like a length. */
export function measuresOf(text: string): Measured {
  const tokens = new Set<string>()
  let rest = addMeasures(text, tokens)
  // `24 in x 50 ft` leaves an `x`, and `3.3 ft (1 m)` a pair of brackets. Both are removed.
  if (tokens.size > 0) rest = rest.replace(/(?<=^|\s)[x×](?=\s|$)|\(\s*\)/gi, ' ')
  return { tokens: [...tokens], rest: rest.replace(/\s+/g, ' ').trim() }
}

/** Adds the measures of a text to `tokens`. Returns the text with a space in place of each. */
export function addMeasures(text: string, tokens: Set<string>): string {
  if (!hints.any.test(text)) return text
  let rest = text
  if (hints.counted.test(rest)) {
    rest = rest.replace(countedUnit, (_, before?: string, after?: string, french?: string) => {
      tokens.add(`cnt${Number(before ?? after ?? french)}`)
      return ' '
    })
  }
  if (hints.ports.test(rest)) {
    rest = rest.replace(ports, (_, count: string) => {
      tokens.add(`prt${Number(count)}`)
      return ' '
    })
  }
  if (hints.metricThread.test(rest)) rest = readMetricThreads(rest, tokens)
  if (hints.inchThread.test(rest)) rest = readInchThreads(rest, tokens)
  if (hints.sizes.test(rest)) rest = readSizes(rest, tokens)
  if (hints.lengths.test(rest)) rest = readLengths(rest, tokens)
  return hints.others.test(rest) ? readOthers(rest, tokens) : rest
}

/** `M` with a number may be a model or a length. Only with a second number is it a thread. */
function readMetricThreads(text: string, tokens: Set<string>): string {
  return text.replace(metricThread, (whole: string, size: string, other?: string) => {
    if (other === undefined) return whole
    tokens.add(tokenText(`thrm${size}`))
    tokens.add(tokenText(`thrm${size}x${other}`))
    return ' '
  })
}

function readInchThreads(text: string, tokens: Set<string>): string {
  return text.replace(inchThread, (whole: string, size: string, pitch: string) => {
    if (!size.includes('/') && !size.startsWith('#')) return whole
    tokens.add(tokenText(`thr${size}n${pitch}`))
    return ' '
  })
}

/** `70x37 mm`: the numbers share the last unit. `24 in x 50 ft` is read as two lengths instead. */
function readSizes(text: string, tokens: Set<string>): string {
  return text.replace(sizes, (whole: string, ...groups: (string | undefined)[]) => {
    const [first, second, third, unit] = groups
    const inner = whole.slice(0, whole.toLowerCase().lastIndexOf((unit ?? '').toLowerCase()))
    if (new RegExp(`\\d\\s?(?:${lengthUnit})(?![\\w])`, 'i').test(inner)) return whole
    for (const text of [first, second, third]) {
      const value = text === undefined ? undefined : amountOf(text)
      if (value !== undefined) addMeasure(tokens, 'len', value * factorOf(unit))
    }
    return ' '
  })
}

function readLengths(text: string, tokens: Set<string>): string {
  return text.replace(lengths, (whole: string, amount: string, unit: string, offset: number) => {
    const value = amountOf(amount)
    if (value === undefined) return whole
    if (versionNumber.test(amount) && versionBefore.test(text.slice(0, offset))) return whole
    addMeasure(tokens, 'len', value * factorOf(unit))
    return ' '
  })
}

function readOthers(text: string, tokens: Set<string>): string {
  return text.replace(others, (whole: string, amount: string, unit: string) => {
    const value = amountOf(amount)
    const known = otherFactors[unit.toLowerCase()]
    if (value === undefined || known === undefined) return whole
    if (unit.toLowerCase() === 'g' && isSpeed(whole, value)) return whole
    if (octets.test(unit) && !octetsAsWritten.test(whole)) return whole
    const [kind, factor] = known
    addMeasure(tokens, kind, value * factor)
    return ' '
  })
}

/** `5G` is a network and `10g` an Ethernet. Grams have a small letter, and a space if they could be a speed. */
function isSpeed(measure: string, value: number): boolean {
  return measure.endsWith('G') || (/\dg$/.test(measure) && speeds.has(value))
}

/** French: `1 To` is a terabyte, but `1 to 4` is a range. */
const octets = /^[mgt]o$/i
const octetsAsWritten = /[MGT]o$|\d[mgt]o$/

const speeds = new Set([1, 2, 2.5, 3, 4, 5, 6, 10, 20, 25, 40, 50, 56, 100, 200, 400, 800])

/** An amount with its unit, in the smallest unit of its kind. Undefined if it is no number. */
export function kindAndValueOf(
  amount: string,
  unit: string,
): { readonly kind: string; readonly value: number } | undefined {
  const value = amountOf(amount)
  if (value === undefined || Number.isNaN(value)) return undefined
  const small = unit.toLowerCase()
  if (small in lengthFactors) return { kind: 'len', value: value * factorOf(small) }
  const [kind, factor] = otherFactors[small] ?? []
  return kind === undefined || factor === undefined ? undefined : { kind, value: value * factor }
}

function factorOf(unit: string | undefined): number {
  return lengthFactors[(unit ?? '').toLowerCase()] ?? 1
}

/** Steps of 0.75 %: rounded values such as `25 ft`, `7.62 m` and `7.6 m` fall into the same step or the next one. */
const step = Math.log(1.0075)

export function stepOf(value: number): number {
  return Math.round(Math.log(value) / step)
}

function addMeasure(tokens: Set<string>, kind: Kind, value: number): void {
  if (value > 0) tokens.add(bucketToken(kind, stepOf(value)))
}

export function bucketToken(kind: string, bucket: number): string {
  return `${kind}${bucket < 0 ? 'n' : ''}${Math.abs(bucket)}`
}

const bucketShape = /^(len|mas|vol|vlt|amp|wat|vam|dat)(n?)(\d+)$/

/** A document also gets the neighbouring steps of each measure, so that a search finds values near an edge. */
export function withNeighbours(tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    const [, kind, sign, digits] = bucketShape.exec(token) ?? []
    if (kind === undefined) return [token]
    const bucket = Number(digits) * (sign === 'n' ? -1 : 1)
    return [bucket - 1, bucket, bucket + 1].map((near) => bucketToken(kind, near))
  })
}

function amountOf(text: string): number | undefined {
  const mixed = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text)
  if (mixed) {
    const [, whole = '0', above, below] = mixed
    return Number(below) === 0 ? undefined : Number(whole) + Number(above) / Number(below)
  }
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  return Number(text.replace(',', '.'))
}

function tokenText(text: string): string {
  return text.toLowerCase().replaceAll('.', 'p').replaceAll('/', 'q').replaceAll('#', 'h')
}
