/** Whether a price has value added tax in it. */
export type Tax = 'net' | 'gross'

/** These say it alone. */
const wordsAlone: Readonly<Record<string, Tax>> = {
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
const wordsBeside: Readonly<Record<string, Tax>> = {
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
  exclude: 'net',
  excludes: 'net',
  include: 'gross',
  includes: 'gross',
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

/** These say it of a tax before them: `TVA incluse`, `VAT not included`. */
const wordsAfter: Readonly<Record<string, Tax>> = {
  comprise: 'gross',
  comprises: 'gross',
  compris: 'gross',
  incluse: 'gross',
  incluses: 'gross',
  inclus: 'gross',
  included: 'gross',
  enthalten: 'gross',
  inbegriffen: 'gross',
  excluded: 'net',
  exclue: 'net',
  exclues: 'net',
}
const negations = new Set(['not', 'nicht', 'non', 'no'])

const taxes = new Set([
  ...['mwst', 'mehrwertsteuer', 'ust', 'umsatzsteuer', 'steuer', 'steuern'],
  ...['vat', 'tax', 'taxes', 'taxe', 'tva'],
])

/** All words that speak of tax, in lower case. */
export const wordsOfTax: ReadonlySet<string> = new Set([
  ...['netto', 'net', 'ht', 'brutto', 'gross', 'ttc', 'comprises'],
  ...Object.keys(wordsBeside),
  ...taxes,
])

/** Longer texts are prose. */
const textMax = 300

/** A word speaks of a tax that stands so few words away: `zzgl. der gesetzl. MwSt.` */
const reach = 4

/**
 * What a text says of the tax of its price. Undefined if it says nothing, or both. `inkl. MwSt. zzgl. Versand` says one thing: each
 * word belongs to the tax beside it.
 */
export function taxOf(text: string): Tax | undefined {
  const tokens = tokensOf(text).map((token) => token.toLowerCase())
  const said = new Set<Tax>()
  let before: { readonly tax: Tax; readonly at: number } | undefined
  let taxAt = -reach - 1
  let isFree = false
  for (const [at, token] of tokens.entries()) {
    const own = (Object.hasOwn(wordsAlone, token) && wordsAlone[token]) || compoundOf(token)
    if (own) said.add(own)
    else if (taxes.has(token)) {
      if (before && at - before.at <= reach) said.add(before.tax)
      isFree = !before
      before = undefined
      taxAt = at
    } else if (Object.hasOwn(wordsAfter, token) && isFree && at - taxAt <= reach) {
      const isNot = tokens.slice(taxAt + 1, at).some((one) => negations.has(one))
      said.add(isNot ? 'net' : (wordsAfter[token] as Tax))
      isFree = false
    } else if (Object.hasOwn(wordsBeside, token)) before = { tax: wordsBeside[token] as Tax, at }
  }
  const [first] = said
  return said.size === 1 ? first : undefined
}

/** `Nettopreis`, `Bruttopreis`. */
function compoundOf(token: string): Tax | undefined {
  if (/^netto(?:preis|vk|betrag|einzelpreis|stuckpreis)/.test(token)) return 'net'
  return /^brutto(?:preis|vk|betrag|einzelpreis|stuckpreis)/.test(token) ? 'gross' : undefined
}

/** The words of a text without accents. A word in camel case is several: `netPrice`. */
export function tokensOf(text: string): string[] {
  return text
    .slice(0, textMax)
    .replace(/m\.?\s?w\.?\s?st/gi, 'mwst')
    .replace(/(?<!\p{L})(?:h\.\s?t\.|t\.\s?t\.\s?c\.)(?!\p{L})/giu, (found) =>
      found.replace(/[.\s]/g, ''),
    )
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}
