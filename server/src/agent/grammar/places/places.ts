import type { Token } from '../tokens.ts'
import { ledCity } from './led-cities.ts'
import { type Place, placeOfName, placeWordsMax } from './place-names.ts'

export type PlaceFound = Omit<Place, 'country'> & {
  /** Undefined for a city that only its place in the text names. */
  readonly country: string | undefined
  readonly start: number
  readonly end: number
  /** Tokens that belong to the place: its name and what leads to it. */
  readonly from: number
  readonly to: number
  readonly isSure: boolean
}

/** Words before a place that say that it is a destination. */
const leads = new Set(
  (
    'to in at for dap ddp cpt cip cif fca fob incoterm incoterms our the my site sites office offices warehouse plant location branch headquarters hq factory store premises delivery deliveries deliver delivered delivering ship ' +
    'shipped shipping shipment send sent destination address be into must should is will and ' +
    'nach in an für unser unsere unseren unserem unserer dem der den die das im am zum zur zu ins standort werk lager büro niederlassung filiale zentrale baustelle ' +
    'lieferung liefern geliefert lieferort lieferadresse versand versenden frei haus hauptsitz werke ware lieferort: it them us bei werden lieferland land ziel à en livraison au'
  ).split(' '),
)
const prepositions = new Set(
  'to in at nach an für for into bei frei delivery lieferort standort lieferadresse lieferland destination site office warehouse dap ddp cpt cip cif fca fob exw zu à en livraison au'.split(
    ' ',
  ),
)
/** Where goods come from is not where they go. */
const origins = new Set('from aus made hergestellt produced produziert von'.split(' '))
const fillers = new Set(['in', 'the', 'der', 'den', 'die', 'of', ',', 'von', 'aus', 'from'])

export function findPlaces(
  tokens: readonly Token[],
  isFree: (at: number) => boolean,
): PlaceFound[] {
  const found: PlaceFound[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const named = isFree(at) ? nameAt(tokens, at) : undefined
    if (!named) {
      const city = isFree(at) ? ledCity(tokens, at, isFree) : undefined
      if (!city || isBilling(tokens, at) || isOrigin(tokens, at)) continue
      const from = leadStart(tokens, at, isFree)
      found.push({ ...city, from, country: undefined, isCity: true, isWord: false, isSure: false })
      at = city.to - 1
      continue
    }
    const { place, next } = named
    if (isBilling(tokens, at)) {
      at = next - 1
      continue
    }
    const city = place.isCity ? undefined : unknownCity(tokens, at, isFree)
    const led = found.findIndex((one) => city && one.to > city.from && one.country === undefined)
    if (led !== -1) found[led] = { ...(found[led] as PlaceFound), country: place.country }
    else if (city && !found.some((one) => one.to > city.from)) {
      found.push({ ...city, country: place.country, isCity: true, isWord: false, isSure: true })
    }
    const from = leadStart(tokens, at, isFree)
    const isNext =
      followsPlace(tokens, at, found.at(-1)) ||
      holdsShare(tokens, next) ||
      isShareBehind(tokens, at, next) ||
      isShare(tokens, at)
    if (!isOrigin(tokens, at) && (isNext || isDestination(tokens, place, at, from, next, isFree))) {
      const start = (tokens[at] as Token).start
      const end = (tokens[next - 1] as Token).end
      found.push({ ...place, start, end, from, to: next, isSure: from < at })
    }
    at = next - 1
  }
  return found
}

function nameAt(
  tokens: readonly Token[],
  at: number,
): { readonly place: Place; readonly next: number } | undefined {
  const first = tokens[at] as Token
  if (first.kind !== 'word') return undefined
  let name = ''
  let best: { place: Place; next: number } | undefined
  for (let next = at; next < Math.min(tokens.length, at + placeWordsMax); next += 1) {
    const token = tokens[next] as Token
    const gap = next > at && token.start > (tokens[next - 1] as Token).end ? ' ' : ''
    name += gap + token.text
    const place = placeOfName(name)
    if (place && (/^\p{Lu}/u.test(first.text) || !(place.isWord || name.length < 4))) {
      best = { place, next: next + 1 }
    }
  }
  return best
}

/** `delivery to our warehouse in 80331` before `München`. */
function leadStart(tokens: readonly Token[], at: number, isFree: (at: number) => boolean): number {
  let from = at
  for (let back = at - 1; back >= 0 && at - back <= 12; back -= 1) {
    const { kind, lower, text } = tokens[back] as Token
    const isPostcode = kind === 'number' && /^\d{4,5}$/.test(text) && back === at - 1
    if (!isFree(back) && !isPostcode) break
    const isMark = text === ':' || (text === '-' && from === back + 1 && from < at)
    const isCountryLetter = /^(D|A|CH)$/.test(text) && from < at
    // `to our depot in Hull`
    const isPlaceNoun =
      kind === 'word' &&
      /^(?:our|the|my|unser\p{L}*|der|dem|die|das)$/u.test(tokens[back - 1]?.lower ?? '') &&
      /^(?:in|at|near|bei)$/.test(tokens[back + 1]?.lower ?? '')
    if (!leads.has(lower) && !isPostcode && !isMark && !isCountryLetter && !isPlaceNoun) break
    from = back
  }
  return from
}

/** `to Lima, Peru`, `Delivery: Nairobi (Kenya)`: a name before its country, behind a word that leads to a place. */
function unknownCity(tokens: readonly Token[], at: number, isFree: (at: number) => boolean) {
  if (!/^[,(]$/.test(tokens[at - 1]?.text ?? '')) return undefined
  // `Dublin 24, Ireland`
  const last = tokens[at - 2]?.kind === 'number' ? at - 3 : at - 2
  let from = last
  while (from > last - 3 && isName(tokens[from - 1]) && isName(tokens[from])) from -= 1
  const [first, end] = [tokens[from], tokens[last]]
  if (!first || !end || !isName(first) || !isFree(last)) return undefined
  const before = tokens[from - 1]
  const isLed =
    (before !== undefined && (prepositions.has(before.lower) || before.text === ':')) ||
    (before?.text === ',' && from < at - 2) ||
    (before?.kind === 'number' && /^\d{4,5}$/.test(before.text))
  return isLed ? { start: first.start, end: end.end, from, to: last + 1 } : undefined
}

const isName = (token: Token | undefined) =>
  token?.kind === 'word' && /^\p{Lu}[\p{Ll}'’-]+$/u.test(token.text) && !leads.has(token.lower)

/** Where the invoice goes, no goods go. */
function isBilling(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 8); back -= 1) {
    const { lower, text } = tokens[back] as Token
    if (/^[.;\n]$/.test(text) || /^(?:liefer|deliver|ship|versand)/.test(lower)) return false
    if (
      /^(?:rechnung|rechnungsadresse|rechnungsanschrift|invoice|invoices|bill|billing)$/.test(lower)
    )
      return true
  }
  return false
}

function isOrigin(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 3); back -= 1) {
    const { lower } = tokens[back] as Token
    if (origins.has(lower)) return true
    // `your warehouse in Bristol`
    if (
      /^(?:your|ihr|ihre[mnrs]?|euer|eure[mnrs]?)$/.test(tokens[back - 1]?.lower ?? '') &&
      /^(?:in|at)$/.test(tokens[back + 1]?.lower ?? '')
    )
      return true
    if (!fillers.has(lower)) return false
  }
  return false
}

/** `to Kiel, Lübeck and Rostock`, `Kiel (4), Lübeck (6)`: one place leads to the next. */
function followsPlace(
  tokens: readonly Token[],
  at: number,
  before: PlaceFound | undefined,
): boolean {
  if (!before || at - before.to > 5) return false
  for (let between = before.to; between < at; between += 1) {
    const { kind, lower } = tokens[between] as Token
    if (kind === 'word' && !/^(?:and|und|sowie)$/.test(lower)) return false
    if (lower === '.' || lower === '\n') return false
  }
  return true
}

/** `Aufteilung: München 40, Nürnberg 30`. */
function isShareBehind(tokens: readonly Token[], at: number, next: number): boolean {
  const [before, number, after] = [tokens[at - 1], tokens[next], tokens[next + 1]]
  const opens = before === undefined || /^(?:[:,;(\n]|and|und|sowie)$/.test(before.lower)
  const isShort = number?.kind === 'number' && /^\d{1,3}$/.test(number.text)
  return (
    opens && isShort && (after === undefined || /^(?:[,;.)\n]|and|und|sowie)$/.test(after.lower))
  )
}

/** `6 x Vienna`. */
function isShare(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 2]?.kind === 'number' && /^[x×]$/.test(tokens[at - 1]?.lower ?? '')
}

/** `Basel (10)`. */
function holdsShare(tokens: readonly Token[], next: number): boolean {
  const [open, number, close] = [tokens[next], tokens[next + 1], tokens[next + 2]]
  const isClosed = close?.text === ')' || tokens[next + 3]?.text === ')'
  return open?.text === '(' && number?.kind === 'number' && isClosed
}

function isDestination(
  tokens: readonly Token[],
  place: Place,
  at: number,
  from: number,
  next: number,
  isFree: (at: number) => boolean,
): boolean {
  for (let back = from; back < at; back += 1) {
    const { lower, kind } = tokens[back] as Token
    if (prepositions.has(lower) || kind === 'number') return true
  }
  // A place alone between marks, as in an answer: “Berlin.” or “…, Austria”.
  const before = tokens[from - 1]
  const after = tokens[next]
  const opens = !before || before.kind === 'mark' || !isFree(from - 1)
  const closes = !after || after.kind === 'mark' || !isFree(next)
  return opens && closes && !(place.isWord && from === at)
}
