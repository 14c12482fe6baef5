/** Whether a price has value added tax in it. */
export type Tax = 'net' | 'gross'

/** These say it alone. */
const alone: Readonly<Record<string, Tax>> = {
  netto: 'net',
  net: 'net',
  ht: 'net',
  prixht: 'net',
  netprice: 'net',
  pricenet: 'net',
  brutto: 'gross',
  gross: 'gross',
  ttc: 'gross',
  prixttc: 'gross',
  grossprice: 'gross',
  pricegross: 'gross',
}

/** These say it of the tax beside them: `zzgl. MwSt.`, `incl. VAT`. */
const beside: Readonly<Record<string, Tax>> = {
  exkl: 'net',
  excl: 'net',
  ex: 'net',
  exklusive: 'net',
  exclusive: 'net',
  excluding: 'net',
  ohne: 'net',
  zzgl: 'net',
  zuzuglich: 'net',
  zuzueglich: 'net',
  plus: 'net',
  without: 'net',
  hors: 'net',
  inkl: 'gross',
  incl: 'gross',
  inc: 'gross',
  inklusive: 'gross',
  inclusive: 'gross',
  including: 'gross',
  mit: 'gross',
  with: 'gross',
  toutes: 'gross',
}

const taxes = new Set([
  ...['mwst', 'mehrwertsteuer', 'ust', 'umsatzsteuer', 'steuer', 'steuern'],
  ...['vat', 'tax', 'taxes', 'taxe', 'tva'],
])

/** All words that speak of tax, in lower case. */
export const wordsOfTax: ReadonlySet<string> = new Set([
  ...['netto', 'net', 'ht', 'brutto', 'gross', 'ttc', 'comprises'],
  ...Object.keys(beside),
  ...taxes,
])

/** Longer texts are prose. */
const textMax = 300

/** What a text says of the tax of its price. Undefined if it says nothing, or both. */
export function taxOf(text: string): Tax | undefined {
  const tokens = tokensOf(text).map((token) => token.toLowerCase())
  const hasTax = tokens.some((token) => taxes.has(token))
  const said = new Set(
    tokens.flatMap((token) => alone[token] ?? compoundOf(token) ?? (hasTax && beside[token]) ?? []),
  )
  said.delete(false)
  const [first] = said
  return said.size === 1 && first !== false ? first : undefined
}

/** `Nettopreis`, `Bruttopreis`. */
function compoundOf(token: string): Tax | undefined {
  if (/^netto(?:preis|vk|betrag)/.test(token)) return 'net'
  return /^brutto(?:preis|vk|betrag)/.test(token) ? 'gross' : undefined
}

/** The words of a text without accents. A word in camel case is several: `netPrice`. */
export function tokensOf(text: string): string[] {
  return text
    .slice(0, textMax)
    .replace(/m\.?\s?w\.?\s?st/gi, 'mwst')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}
