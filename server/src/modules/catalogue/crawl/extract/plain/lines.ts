import { isCurrency } from '#kernel/money'
import { type Tax, taxOf } from '#modules/imports/reading'
import { inlineBorder } from './outline.ts'

/** A line of the text of a page. */
export type Line = {
  /** Without the borders of elements. */
  readonly text: string
  /** Its parts between the borders of elements, without empty ones. */
  readonly parts: readonly string[]
  readonly from: number
  readonly to: number
}

const linesMax = 20_000
const lineMax = 400

/** The lines of a text. Of longer ones the first 400 characters count. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  while (from <= text.length && lines.length < linesMax) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    const written = text.slice(from, Math.min(to, from + lineMax))
    const line = written.includes(inlineBorder)
      ? lineOf(written)
      : { text: written.trim(), parts: [] }
    if (line.text !== '') {
      const parts = line.parts.length > 0 ? line.parts : [line.text]
      lines.push({ text: line.text, parts, from, to })
    }
    from = to + 1
  }
  return lines
}

/** Stands between digits of two elements that may be one number: `12` and `99` of a price. Nobody knows, so it is none. */
export const doubtfulBorder = '‖'

/** A blank between two parts of a line. */
export const partBorder = '\u2005'

function lineOf(written: string): Pick<Line, 'text' | 'parts'> {
  const text = written
    // `1.049` and `,00`, `12,` and `99`, `8,90` and `€` are one price.
    .replace(/\ue000+(?=[.,]\d|[.,]?[-–—])|(?<=\d[.,])\ue000+(?=\d)/g, '')
    .replace(/(?<=\d)\ue000+(?=\d{2}(?!\d|[.,]\d))/g, doubtfulBorder)
    .replace(/ *\ue000[\ue000 ]*/g, partBorder)
    .replace(/ {2,}/g, ' ')
    .trim()
  const parts = written.split(inlineBorder).map((part) => part.trim())
  return { text, parts: parts.filter(Boolean) }
}

/** What a page says of all its prices. */
export type Statements = {
  readonly tax: Tax | undefined
  readonly currency: string | undefined
}

const ofAll =
  /(?:alle|all|tous|unsere|our|nos|sämtliche)\s.{0,30}?(?:preis|price|prix|tarif)|^\W*\*|(?:preise|prices|prix|tarifs?)(?![\p{L}])/iu
const ofPrices = /preis|price|prix|tarif|montant|betr[äa]g|amounts?/i
const statementMax = 250

/** Sentences without an amount, such as `Alle Preise in Euro zzgl. MwSt.` If two contradict each other, neither counts. */
export function statementsIn(lines: readonly Line[]): Statements {
  const general = new Set<Tax>()
  const plain = new Set<Tax>()
  const currencies = new Set<string>()
  for (const { text } of lines) {
    if (text.length > statementMax || /\d[.,]\d{2}(?!\d)/.test(text.replace(/\d[.,]\d+ ?%/g, '')))
      continue
    const tax = taxOf(text)
    if (tax) (ofAll.test(text) ? general : plain).add(tax)
    if (ofPrices.test(text)) for (const currency of currenciesIn(text)) currencies.add(currency)
  }
  const [tax] = general.size > 0 ? general : plain
  const [currency] = currencies
  return {
    tax: (general.size > 0 ? general : plain).size === 1 ? tax : undefined,
    currency: currencies.size === 1 ? currency : undefined,
  }
}

/** The currencies that a sentence names: `in Euro`, `CHF`, `(£)`. */
export function currenciesIn(text: string): string[] {
  const found = new Set<string>()
  for (const [token] of text.matchAll(
    /[€£]|(?<!\p{L})(?:[A-Z]{3}|[Ee]uros?|[Ss]terling|(?:[Ss]chweizer )?Franken)(?!\p{L})/gu,
  )) {
    if (token === '€' || /^euros?$/i.test(token)) found.add('EUR')
    else if (token === '£' || /^sterling$/i.test(token)) found.add('GBP')
    else if (/^schweizer franken$/i.test(token)) found.add('CHF')
    else if (isCurrency(token) && !wordsInCapitals.has(token)) found.add(token)
  }
  return [...found]
}

/** Codes of currencies that headlines in capitals use as words. */
const wordsInCapitals = new Set('ALL TOP TRY PEN COP BAM SOS GEL CUP MOP LAK'.split(' '))

export type Range = { readonly from: number; readonly to: number }

/** Finds what lies within a part of a page. The places are in order. */
export function selectWithin<Item>(items: readonly Item[], placeOf: (item: Item) => number) {
  const places = items.map(placeOf)
  return ({ from, to }: Range): readonly Item[] =>
    items.slice(placesBefore(places, from), placesBefore(places, to))
}

/** How many places stand before this one. */
export function placesBefore(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
