import { fieldOfHeader, headerKey, shownNameOf } from '#modules/imports/reading'
import type { Line } from './lines.ts'

export type LabelKind = 'number' | 'mpn' | 'gtin' | 'brand' | 'price' | 'stock' | 'tax' | 'unit'

/** A label of a page and its value: `Art.-Nr.: SG-2505`. */
export type LabelledValue = {
  readonly kind: LabelKind
  readonly label: string
  readonly value: string
  /** The place of its line in the text. */
  readonly at: number
}

const keys = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const numberKeys = keys(
  'produktnummer produktnr prodnr bestnr bestnummer bestellcode artikelcode artno artnummer artnumber artcode warennr warennummer ' +
    'articleref productreference referenceproduit refproduit referencearticle itemref refno referenceno referencenumber refnumber ' +
    'modelno modelnumber catalognumber catalogno stocknumber partref refarticle noproduit numeroproduit mpc ourref numreference unsereartikelnr',
)
/** These are a label only with a colon behind. */
const weakNumberKeys = keys('code art artikel article item model modell nr no id typ')
const stockKeys = keys(
  'lagerstatus lieferstatus lieferbarkeit stockstatus stocklevel bestandstatus status verfugbarkeitsstatus lagerstand auflager instock ' +
    'availability verfugbarkeit disponibilite dispo etatdustock lagerbestand bestand stock lager',
)
const taxKeys = keys(
  'steuer mwst ust mehrwertsteuer umsatzsteuer tax vat tva taxe steuern taxes steuerhinweis',
)
const gtinKeys = keys(
  'ean gtin upc ean13 gtin13 eancode codeean barcode eannummer eannr gtinean eangtin',
)
const mpnKeys = keys(
  'mpn herstellernummer herstellernr herstellerartikelnummer herstellerartikelnr hersteller_nr manufacturerpartnumber manufacturerpartno ' +
    'manufacturercode manufacturersku reffabricant referencefabricant mfrpartno mfrno mfr',
)
const priceKeys = keys(
  'ihrpreis unserpreis yourprice ourprice votreprix notreprix preisprostuck stuckpreis aktionspreis sonderpreis currentprice',
)

/** What a label means. `isLoose`: a short word such as `Code` counts, because a colon follows. */
export function labelKind(label: string, isLoose = false): LabelKind | undefined {
  if (label.length > 60) return undefined
  const key = headerKey(label)
  if (key === '' || key.length > 40) return undefined
  if (mpnKeys.has(key)) return 'mpn'
  if (gtinKeys.has(key)) return 'gtin'
  if (stockKeys.has(key)) return 'stock'
  if (taxKeys.has(key)) return 'tax'
  if (numberKeys.has(key) || (isLoose && weakNumberKeys.has(key))) return 'number'
  if (priceKeys.has(key)) return 'price'
  const field = fieldOfHeader(label)?.field
  if (field === 'sku') return 'number'
  if (field === 'gtins') return 'gtin'
  if (field === 'brand' || field === 'mpn' || field === 'price' || field === 'unit') return field
  return shownNameOf(label) === 'grossPrice' ? 'price' : undefined
}

const pairsMax = 2_000
const separators = /\s*[|•·]\s*|\s{3,}/

/** The pairs of labels and values in lines: within a part of a line, in the next part, or in the next line. */
export function labelledValues(lines: readonly Line[]): LabelledValue[] {
  const found: LabelledValue[] = []
  for (const [at, line] of lines.entries()) {
    if (found.length >= pairsMax) break
    const next = lines[at + 1]
    const parts = line.parts.flatMap((part) => part.split(separators)).filter(Boolean)
    for (const [index, part] of parts.entries()) {
      const pair =
        pairIn(part) ??
        pairAcross(
          part,
          parts[index + 1] ?? (index === parts.length - 1 ? next?.parts[0] : undefined),
        )
      if (pair) found.push({ ...pair, at: line.from })
    }
  }
  return found
}

type Pair = Omit<LabelledValue, 'at'>

function pairIn(part: string): Pair | undefined {
  const [, label, value] = /^([^:：]{1,50}?)\s*[:：]\s*(\S.*)$/.exec(part) ?? []
  if (label !== undefined && value !== undefined) {
    const kind = labelKind(label, true)
    return kind && { kind, label, value: value.trim() }
  }
  return numberBehindLabel(part)
}

/** `Art.-Nr. SG-2505`, `EAN 4006381333931`: one to four words and then a number. */
function numberBehindLabel(part: string): Pair | undefined {
  const words = part.slice(0, 80).split(' ')
  for (let count = Math.min(4, words.length - 1); count >= 1; count -= 1) {
    const label = words.slice(0, count).join(' ')
    const kind = labelKind(label)
    if (kind !== 'number' && kind !== 'gtin' && kind !== 'mpn') continue
    const value = words
      .slice(count)
      .join(' ')
      .replace(/^[#:.]\s*/, '')
    if (kind === 'gtin' ? /^\d[\d ]{7,15}$/.test(value) : articleNumberIn(value) !== undefined)
      return { kind, label, value }
  }
  return undefined
}

/** A label that is all of its part, and the part behind it. */
function pairAcross(part: string, next: string | undefined): Pair | undefined {
  if (next === undefined || next.length > 200) return undefined
  const hasColon = /[:：]\s*$/.test(part)
  const label = part.replace(/\s*[:：]\s*$/, '')
  const kind = labelKind(label, hasColon)
  if (kind === undefined || labelKind(next.replace(/\s*[:：]\s*$/, ''))) return undefined
  return { kind, label, value: next.trim() }
}

const stops = keys('EAN GTIN MPN SKU UPC VPE VE ISBN PZN')

/** The article number at the beginning of a text. It has a digit, or is in capitals. */
export function articleNumberIn(text: string): string | undefined {
  const [head = ''] = text.slice(0, 80).split(/[|;,(]|\s[–—-]\s/)
  const taken: string[] = []
  for (const word of head.trim().split(/\s+/)) {
    const isWord = /\p{Ll}{3}/u.test(word) && !/\d/.test(word)
    if (isWord || stops.has(word) || word.endsWith(':') || taken.length >= 4) break
    if (/[€£$%]/.test(word) || (/^\d+[.,]\d{2}$/.test(word) && taken.length > 0)) break
    taken.push(word)
  }
  const number = taken.join(' ').replace(/^[#:]+\s*|[.:]+$/g, '')
  if (number.length === 0 || number.length > 40) return undefined
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._/+#*-]*$/u.test(number)) return undefined
  const isNumber = /\d/.test(number) || /^[\p{Lu}\p{N}][\p{Lu}\p{N}_/-]+$/u.test(number)
  return isNumber ? number : undefined
}
