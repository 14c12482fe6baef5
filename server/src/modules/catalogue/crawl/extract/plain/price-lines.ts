import { type Tax, taxOf } from '#modules/imports/reading'
import { type PlacedPrice, type PricePer, pricesIn } from '../prices/read-price.ts'
import { doubtfulBorder, type Line, partBorder } from './lines.ts'
import { quantityIn } from './tier-tables.ts'

/** A price in a line of a page that may be that of its product. */
export type PriceInLine = {
  readonly amount: string
  /** Undefined: the sign means several currencies. */
  readonly currency: string | undefined
  readonly kind: PlacedPrice['kind']
  readonly per: PricePer | undefined
  readonly tax: Tax | undefined
  /** A word says that it is the price: `Ihr Preis:`. */
  readonly isNamed: boolean
  /** From which quantity on it counts, as in `ab 10 Stück: 7,90 €`. */
  readonly fromQuantity: number | undefined
  readonly at: number
}

/** Longer lines are prose. */
const priceLineMax = 180

/** Words before an amount that is something else: shipping, an old price, a sum, a fee. */
const otherBefore =
  /versand(?!fertig|bereit)|liefer(?!bar|zeit|umfang|ant|status|termin)|porto|fracht|shipping|deliver|livraison|frais|(?<!\p{L})port(?!\p{L})|carriage|postage|mindest|minimum|(?<!\p{L})(?:uvp|rrp|msrp|srp)(?!\p{L})|statt|(?<!\p{L})was(?!\p{L})|bisher|früher|alter preis|vorher|au lieu de|ancien|conseill|old price|spar|(?<!\p{L})sav(?:e|ing)|économi|remise|rabatt|discount|warenkorb|basket|(?<!\p{L})cart(?!\p{L})|panier|summe|(?<!\p{L})total|gesamt|pfand|deposit|caution|kaution|miet|(?<!\p{L})rent|location|monat|month|mois|(?<!\p{L})raten?(?!\p{L})|leasing|financ|finanz|zubehör|accessor|kauften|bought|grundpreis|basispreis|base price|prix (?:au|à l)|gutschein|voucher|coupon|montage|einbau|install|éco-?part|eco-?part|eco-?tax|gebühr|(?<!\p{L})fee(?!\p{L})|zuschlag|surcharge|supplément|aufpreis|abgabe|newsletter|capital|kapital|bestellwert|einkauf|orders? (?:over|above|from)|(?<!\p{L})over(?!\p{L})|au-delà|achat|einrichtung|service|reparatur|ersatz/iu
/** Words behind such an amount. */
const otherBehind =
  /^\W{0,3}(?:versand|frei(?!\p{L})|sparen|gespart|ersparnis|rabatt|gutschein|off(?!\p{L})|saved?|de (?:remise|réduction)|économi|bestellwert|mindest|minimum|(?:\/|pro|per|par)\s?(?:monat|month|mois|tag|day|jour|woche|week)|(?:free|for free) deliver|deposit|pfand|d'achat|(?:netto)?warenwert|zuzüglich fracht|versandkosten)/iu
const namesPrice =
  /(?:preis|price|prix|jetzt|nur|now|only|seulement|p\.u\.)(?:\s*\(?(?:netto|brutto|net|gross|ht|ttc|eur|€|£|gbp|chf|inkl\.?[^:]{0,20}|zzgl\.?[^:]{0,20}|exkl\.?[^:]{0,20}|incl\.?[^:]{0,15}|excl?\.?[^:]{0,15}|pro [\p{L}]+|je [\p{L}]+)\)?)*\s*[:=]?\s*$/iu
const tierBefore =
  /^\W*(?:[\p{L} ]{0,24}[\s:(])?(?:(?:ab|from|dès|à partir de|a partir de|bei)\s*(\d{1,6})|(\d{1,6})\s*(?:\+|[-–]\s*\d{1,6}|bis\s*\d{1,6}|to\s*\d{1,6}|à\s*\d{1,6}))\s*(?:[\p{L}²³]{1,14}\.?)?\s*[:=–-]?\s*(?:je|à|zu|@|for|nur|only|seulement|für)?\s*$/iu
/** Lines about other products. */
const otherLine =
  /^\W*(?:zubehör|passend|kunden kauften|kunden,|auch interessant|dazu passt|accessor|customers? (?:also|who)|also available|vous aimerez|produits? (?:associé|similaire|complémentaire)|ersatzteil|option(?:al)?(?!\p{L}))/iu

const hasPrice = /\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|[Ee]uros?|eur|chf|gbp|[Ff]r|[Kk]č|zł|kr)(?!\p{L})/u

const pricesMax = 2_000
const pricedLinesMax = 4_000
/** A line of more numbers is data. */
const numbersMax = 16

/** The prices in lines, without those of something else. */
export function pricesInLines(lines: readonly Line[]): PriceInLine[] {
  const found: PriceInLine[] = []
  let left = pricedLinesMax
  for (const [at, line] of lines.entries()) {
    for (const one of splitLongLine(line)) {
      if (left <= 0 || found.length >= pricesMax) return found
      if (!mayHavePrice(one.text)) continue
      left -= 1
      found.push(...pricesInLine(one, lines[at - 1], lines[at + 1]))
    }
  }
  return found
}

function mayHavePrice(text: string): boolean {
  if (text.length > priceLineMax || !hasPrice.test(text) || otherLine.test(text)) return false
  const numbers = text.match(/\d+/g)?.length ?? 0
  return numbers > 0 && numbers <= numbersMax
}

/** A long line of several elements is read by its elements. */
function splitLongLine(line: Line): readonly Line[] {
  if (line.text.length <= priceLineMax || line.parts.length < 2) return [line]
  return line.parts.map((part) => ({ ...line, text: part, parts: [part] }))
}

function pricesInLine(
  line: Line,
  before: Line | undefined,
  after: Line | undefined,
): PriceInLine[] {
  const { text } = line
  const prices = pricesIn(text)
  const label = before && isLabel(before.text) ? before.text : ''
  return prices.flatMap((price, at) => {
    const from = prices[at - 1]?.end ?? 0
    const to = prices[at + 1]?.start ?? text.length
    const ahead = text.slice(Math.max(from, price.start - 60), price.start).replace(signAtEnd, '')
    const behind = text.slice(price.end, Math.min(to, price.end + 80))
    const own = lastPart(ahead)
    const head = own !== '' ? own : at === 0 ? label : ''
    if (text.slice(Math.max(0, price.start - 1), price.start) === doubtfulBorder) return []
    const isOther =
      (isLabelOf(head, own === label || ahead.trim() === '') && otherBefore.test(clauseOf(head))) ||
      otherBehind.test(behind.replace(signAtStart, ''))
    if (isOther) return []
    const fromQuantity = head === label ? quantityIn(label) : quantityBefore(head)
    const isTier = fromQuantity !== undefined
    const isNear = prices.length === 1 && after !== undefined && !/\d[.,]\d\d/.test(after.text)
    return [
      {
        amount: price.amount,
        currency: price.currency,
        kind: isEither(text, prices, at)
          ? 'range'
          : isTier && price.kind === 'from'
            ? 'exact'
            : price.kind,
        per: perOf(price, behind),
        tax:
          taxOf(behind) ?? taxOf(ahead) ?? taxOf(head) ?? (isNear ? taxOf(after.text) : undefined),
        isNamed: namesPrice.test(head),
        fromQuantity,
        at: line.from,
      },
    ]
  })
}

const either = /^\s*(?:or|oder|ou|bzw\.?|resp\.?|\/|und|and|et)\s*(?:\p{Sc}|[A-Z]{3})?\s*$/u

/** `£8.95 or £9.80`: one of them. */
function isEither(text: string, prices: readonly PlacedPrice[], at: number): boolean {
  const [before, own, after] = [prices[at - 1], prices[at], prices[at + 1]]
  const isLinked = (one: PlacedPrice | undefined, other: PlacedPrice | undefined) =>
    one !== undefined &&
    other !== undefined &&
    either.test(text.slice(one.end, other.start).replace(signAtStart, ''))
  return isLinked(before, own) || isLinked(own, after)
}

function quantityBefore(head: string): number | undefined {
  const [, from, least] = tierBefore.exec(head) ?? []
  return from === undefined && least === undefined ? undefined : Number(from ?? least)
}

const signAtEnd = /(?:\p{Sc}|(?<!\p{L})(?:EUR|CHF|GBP|USD|PLN|CZK|SEK|DKK|NOK)\.?)\s*$/u
const signAtStart = /^\s*(?:\p{Sc}|[A-Z]{3}(?!\p{L}))/u

/** The part of a line before a price: `Preis:`. A part of several words without a colon is something else. */
function lastPart(ahead: string): string {
  const parts = ahead.split(partBorder).map((part) => part.trim())
  const last = parts.at(-1) ?? ''
  if (last !== '') return last
  const before = parts.filter(Boolean).at(-1) ?? ''
  return isLabelOf(before, true) ? before : ''
}

/** Whether words speak of the price behind them. Those of another part or line do if they are few, or end with a colon. */
function isLabelOf(text: string, isApart: boolean): boolean {
  if (!isApart) return true
  if (/^\W*(?:free|gratis|kostenlos|gratuit|offert)/i.test(text)) return false
  return /[:：]\s*$/.test(text) || otherLabel.test(text)
}

const otherLabel =
  /^\W*(?:uvp|rrp|msrp|rsp|versand(?:kosten)?|lieferkosten|porto|shipping(?: costs?)?|delivery(?: costs?)?|livraison|frais de port|grundpreis|basispreis|statt|bisher|früher|alter preis|old price|was|ancien prix|au lieu de|prix conseillé|pfand|kaution|deposit|caution|summe|zwischensumme|gesamt(?:betrag|summe)?|total|subtotal|warenkorb|basket|panier|sie sparen|ersparnis|you save|rabatt|mindestbestellwert)\W*$/i

/** The last clause: what stands before a comma, a full stop or a bracket belongs to something else. */
function clauseOf(text: string): string {
  return text.replace(/^.*(?:[,;)|•·!](?=\s)|\.(?=\s+\p{Lu}))/u, '')
}

function isLabel(text: string): boolean {
  return text.length <= 40 && !/\d[.,]\d\d/.test(text)
}

const articleAndUnit =
  /^\W{0,3}(?:\(?(?:ht|ttc|netto|net|brutto|ex\.? vat|inc\.? vat|excl\.? vat|incl\.? vat)\)?[\s,]*)?(?:(?:la|le|l['’]|les|the|a)\s*(\d{1,6})?\s*([\p{L}²³]{1,15})(?!\p{L})|(each|ea)(?!\p{L}))/iu
const noUnits =
  /^(?:zzgl|inkl|exkl|ohne|plus|netto|brutto|net|ht|ttc|incl?|excl?|ex|vat|mwst|tva|ust|und|and|et|of|from|partir|plus|in|au|lot|last|same|total)$/i

/** What the price is for. */
function perOf({ per }: PlacedPrice, behind: string): PricePer | undefined {
  if (per && !(per.unit && noUnits.test(per.unit))) return per
  const [, count, unit, each] = articleAndUnit.exec(behind.replace(signAtStart, '')) ?? []
  if (each) return { quantity: 1, unit: 'each' }
  if (unit === undefined || noUnits.test(unit)) return undefined
  return { quantity: count ? Number(count) : 1, unit }
}
