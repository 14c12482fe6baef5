import { isCurrency } from '#kernel/money'
import { taxOf } from '#modules/imports/reading'

export type StateObject = Readonly<Record<string, unknown>>

/** An object of the state that looks like a product, with what the objects around it say. */
export type StateRecord = {
  readonly object: StateObject
  /** The product of which it is a variant. */
  readonly group: StateObject | undefined
  readonly currency: string | undefined
  readonly taxIncluded: boolean | undefined
}

export const keyOf = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Keys of what is shown beside the products of the page. */
const otherKeys =
  /^(?:related|similar|similaires|recommend|recommand|crosssell|upsell|accessor|zubehoer|alsobought|boughttogether|recentlyviewed|lastviewed|bestsell|topsell|teaser|cart|basket|warenkorb|panier|wishlist|minicart|navigation|menu|nav|breadcrumb|footer|header|review|rating|blog|article(?:s)?content|user|customer|session|banner|promo|facets?|filters?|aggregations?|suggest|compare|associes?|complementaires?|weitere|aehnlich|passend|sparepart|bundle|shipping|payment|orders?$)/
const variantKeys =
  /^(?:variants?|variations?|skus|children|simples|declinaisons|varianten|offers|items)$/
const numberKeys =
  /^(?:sku|articlenumber|articleno|artikelnummer|artikelnr|artnr|productnumber|productno|productcode|itemnumber|itemno|itemcode|partnumber|partno|reference|ref|referenz|ordernumber|bestellnummer|suppliersku|number|nummer|code|stockcode|mpn|manufacturerpartnumber|ean|gtin|gtin13)$/
const nameKeys =
  /^(?:name|title|productname|bezeichnung|titel|nom|label|libelle|designation|displayname|producttitle|artikelbezeichnung|intitule)$/
const priceKeys =
  /^(?:price|prices|pricing|preis|prix|netprice|grossprice|pricenet|pricegross|prixht|prixttc|nettopreis|bruttopreis|unitprice|saleprice|currentprice|finalprice|sellingprice|listprice|amount|priceinfo|pricevalue|calculatedprice|regularprice)$/

const visitedMax = 100_000
const recordsMax = 400
const depthMax = 40

/** Finds the records of products by their shape: an object with a name, and a number or a price. Lists beside the page's products are left out. */
export function recordsIn(values: readonly unknown[]): StateRecord[] {
  const found: StateRecord[] = []
  let visited = 0
  const walk = (
    value: unknown,
    around: Pick<StateRecord, 'currency' | 'taxIncluded' | 'group'>,
    depth: number,
  ): void => {
    visited += 1
    if (visited > visitedMax || depth > depthMax || found.length >= recordsMax) return
    if (Array.isArray(value)) {
      for (const one of value) walk(one, around, depth + 1)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const object = value as StateObject
    const own = { ...around, ...saidIn(object) }
    const isProduct =
      looksLikeProduct(object) || (around.group !== undefined && looksLikeVariant(object))
    const variants = isProduct ? variantsOf(object) : []
    if (isProduct && variants.length === 0) {
      found.push({ object, ...own })
      return
    }
    for (const variant of variants) walk(variant, { ...own, group: object }, depth + 1)
    if (variants.length > 0) return
    for (const [key, one] of Object.entries(object)) {
      if (typeof one !== 'object' || one === null || otherKeys.test(keyOf(key))) continue
      walk(one, { ...own, group: undefined }, depth + 1)
    }
  }
  const said = settingsIn(values)
  for (const value of values) walk(value, { ...said, group: undefined }, 0)
  return found
}

function looksLikeProduct(object: StateObject): boolean {
  const keys = Object.keys(object).slice(0, 200).map(keyOf)
  const isNamed = keys.some((key) => nameKeys.test(key))
  const isNumbered = keys.some((key) => numberKeys.test(key))
  const isPriced = keys.some((key) => priceKeys.test(key))
  if (!isNamed) return false
  return (
    (isNumbered && isPriced) ||
    (isNumbered && keys.some((key) => /stock|avail|verfuegbar|bestand|dispo/.test(key))) ||
    (isPriced && variantsOf(object).length > 0) ||
    variantsOf(object).length > 0
  )
}

function looksLikeVariant(object: StateObject): boolean {
  const keys = Object.keys(object).slice(0, 200).map(keyOf)
  return (
    keys.some((key) => numberKeys.test(key)) &&
    keys.some((key) => priceKeys.test(key) || /stock|avail|bestand/.test(key))
  )
}

/** Variants have numbers of their own. */
function variantsOf(object: StateObject): readonly StateObject[] {
  for (const [key, value] of Object.entries(object)) {
    if (!variantKeys.test(keyOf(key)) || !Array.isArray(value)) continue
    const objects = value.filter(
      (one): one is StateObject => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    if (objects.length > 0 && objects.every(looksLikeVariant)) return objects
  }
  return []
}

const taxKeys =
  /^(?:taxincluded|vatincluded|includestax|includesvat|priceincludestax|pricesincludetax|priceincludesvat|pricesincludevat|inclvat|inkl(?:usive)?mwst|istax|isgross|brutto|ttc|taxesincluded|includetax|includevat)$/

/** The currency and the tax that an object states for what is within it. */
export function saidIn(object: StateObject): {
  readonly currency?: string
  readonly taxIncluded?: boolean
} {
  let currency: string | undefined
  let taxIncluded: boolean | undefined
  for (const [key, value] of Object.entries(object)) {
    const plain = keyOf(key)
    if (
      /^(?:currency|currencycode|pricecurrency|waehrung|wahrung|devise|currencyiso|currencyisocode)$/.test(
        plain,
      )
    )
      currency ??= currencyOf(value)
    else if (taxKeys.test(plain) && typeof value === 'boolean') taxIncluded ??= value
    else if (/^(?:isnet|netto|net|nettoprice)$/.test(plain) && typeof value === 'boolean')
      taxIncluded ??= !value
    else if (taxModeKeys.test(plain) && typeof value === 'string') taxIncluded ??= taxIn(value)
  }
  return { ...(currency && { currency }), ...(taxIncluded !== undefined && { taxIncluded }) }
}

const taxModeKeys =
  /^(?:tax|vat|mwst|steuer|tva|taxmode|taxtype|taxdisplay|pricetype|pricemode|preisart|taxstatus|vatmode|taxinfo|taxhint|steuerhinweis|vattype|taxtext|vattext)$/

function taxIn(text: string): boolean | undefined {
  const said =
    taxOf(text) ??
    (/^excl/i.test(text) ? 'net' : /^(?:incl|inkl)/i.test(text) ? 'gross' : undefined)
  return said && said === 'gross'
}

function currencyOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return isCurrency(value.toUpperCase()) ? value.toUpperCase() : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { code, isoCode, iso } = value as Record<string, unknown>
  return currencyOf([code, isoCode, iso].find((one) => typeof one === 'string'))
}

const settingsVisitedMax = 20_000

/** The one currency and the one tax that settings anywhere in the state name. */
function settingsIn(values: readonly unknown[]): {
  readonly currency: string | undefined
  readonly taxIncluded: boolean | undefined
} {
  const currencies = new Set<string>()
  const taxes = new Set<boolean>()
  const queue: unknown[] = [...values]
  for (let at = 0; at < Math.min(queue.length, settingsVisitedMax); at += 1) {
    const value = queue[at]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      const { currency, taxIncluded } = saidIn(value as StateObject)
      if (currency) currencies.add(currency)
      if (taxIncluded !== undefined) taxes.add(taxIncluded)
    }
    if (queue.length < settingsVisitedMax) queue.push(...Object.values(value).slice(0, 1_000))
  }
  const [currency] = currencies
  const [taxIncluded] = taxes
  return {
    currency: currencies.size === 1 ? currency : undefined,
    taxIncluded: taxes.size === 1 ? taxIncluded : undefined,
  }
}
