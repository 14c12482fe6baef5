import type { FoundField, FoundPrice, PageProblem } from '../found-product.ts'
import { normaliseAddress } from '../links/normalise-address.ts'
import { lineOfText } from '../page/plain-text.ts'
import { type FoundAvailability, readStock } from '../structured/availability.ts'
import { addresses, nameMax, type ProductFacts } from '../structured/product-facts.ts'
import { readGtin } from '../structured/read-gtins.ts'
import { priceInState, type StatePrice } from './state-price.ts'
import { keyOf, recordsIn, type StateObject, type StateRecord } from './state-records.ts'
import { stateValues } from './state-values.ts'

export type StateContext = {
  readonly base: string
  /** The amounts that the text of the page shows. They tell cents from euros. */
  readonly shownAmounts: ReadonlySet<number>
  /** What the page says of the tax in all its prices. */
  readonly taxIncluded: boolean | undefined
  readonly report: (problem: PageProblem) => void
}

/** Reads the products in the state that scripts of a page hold, by the shape of its records and not by the keys of one shop. */
export function readState(scripts: readonly string[], context: StateContext): ProductFacts[] {
  const records = recordsIn(stateValues(scripts))
  const prices = records.map((record) => priceInState(record))
  // One price with decimals says that none is in cents.
  const hasDecimals = prices.some((price) => price?.hasDecimals)
  const isMinor =
    !hasDecimals &&
    prices.some((price) => isShownAs(price, 100, context)) &&
    !prices.some((price) => isShownAs(price, 1, context))
  const isMajor = hasDecimals || prices.some((price) => isShownAs(price, 1, context))
  const facts = records.map((record, at) =>
    factsOf(record, prices[at], { ...context, isMinor, isMajor }),
  )
  return uniqueProducts(facts.filter(({ name }) => name !== undefined))
}

function isShownAs(
  price: StatePrice | undefined,
  divisor: number,
  { shownAmounts }: StateContext,
): boolean {
  return price !== undefined && shownAmounts.has(Number(price.amount) / divisor)
}

const textKeys = {
  name: /^(?:name|title|productname|bezeichnung|titel|nom|label|libelle|designation|displayname|producttitle|artikelbezeichnung|intitule)$/,
  sku: /^(?:sku|articlenumber|articleno|artikelnummer|artikelnr|artnr|productnumber|productno|productcode|itemnumber|itemno|itemcode|partnumber|partno|reference|ref|referenz|ordernumber|bestellnummer|suppliersku|stockcode)$/,
  looseSku: /^(?:number|nummer|code)$/,
  mpn: /^(?:mpn|manufacturerpartnumber|herstellernummer|manufacturernumber)$/,
  gtin: /^(?:ean|gtin|gtin13|gtin14|ean13|barcode|upc)$/,
  brand: /^(?:brand|manufacturer|marke|hersteller|marque|fabricant|vendor|brandname)$/,
  url: /^(?:url|link|href|producturl|canonicalurl|permalink)$/,
  unit: /^(?:unit|salesunit|einheit|unite|unitofmeasure|priceunit|uom|baseunit)$/,
} as const

type Scale = { readonly isMinor: boolean; readonly isMajor: boolean }

function factsOf(
  { object, group }: StateRecord,
  price: StatePrice | undefined,
  context: StateContext & Scale,
): ProductFacts {
  // The title of a variant is that of a size or a colour.
  const name = group ? textOf(group, textKeys.name) : textOf(object, textKeys.name)
  const availability = stockOf(object)
  const gtin = textOf(object, textKeys.gtin)
  const read = gtin === undefined ? undefined : readGtin(gtin)
  const known = price && checkPrice(price, context)
  const url = textOf(object, textKeys.url) ?? (group && textOf(group, textKeys.url))
  const given: FoundField[] = [
    ...(price ? (['price'] as const) : []),
    ...(availability.isStated ? (['availability'] as const) : []),
    ...(gtin === undefined ? [] : (['gtins'] as const)),
  ]
  return {
    name: lineOfText(name, nameMax),
    sku: lineOfText(textOf(object, textKeys.sku) ?? textOf(object, textKeys.looseSku), 100),
    mpn: lineOfText(textOf(object, textKeys.mpn), 100),
    brand: lineOfText(
      textOf(object, textKeys.brand) ?? (group && textOf(group, textKeys.brand)),
      100,
    ),
    gtins: read === undefined ? undefined : [read],
    url: url === undefined ? undefined : normaliseAddress(url, context.base),
    images: imagesOf(object, context.base),
    price: known,
    unit: known && textOf(object, textKeys.unit),
    availability: availability.value,
    given,
  }
}

/** An amount without decimals may be in cents. Unless something tells, it is none. */
function checkPrice(
  price: StatePrice,
  { isMinor, isMajor, taxIncluded, report }: StateContext & Scale,
): FoundPrice | undefined {
  const { currency } = price
  if (currency === undefined) {
    report({ code: 'currency_missing', message: 'The price has no currency.' })
    return undefined
  }
  const isKnown = price.isMinor || price.hasDecimals || isMinor || isMajor
  if (!isKnown) {
    report({ code: 'price_ambiguous', message: 'The price has no decimals: it may be in cents.' })
    return undefined
  }
  const isInCents = price.isMinor || (isMinor && !price.hasDecimals)
  const found = price.as(currency, isInCents)
  return found && taxIncluded !== undefined ? { taxIncluded, ...found } : found
}

function textOf(object: StateObject, pattern: RegExp): string | undefined {
  for (const [key, value] of Object.entries(object)) {
    if (!pattern.test(keyOf(key))) continue
    const text =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as StateObject).name
        : value
    if (typeof text === 'string' && text.trim() !== '') return text
    if (typeof text === 'number' && Number.isFinite(text)) return String(text)
  }
  return undefined
}

const stockKeys =
  /^(?:stock|instock|isinstock|available|availability|isavailable|quantity|qty|stockquantity|stocklevel|stockstatus|inventory|inventoryquantity|bestand|lagerbestand|verfuegbar|verfuegbarkeit|enstock|dispo|disponible|disponibilite|availablequantity|availabilitystatus|onhand|availableforsale|deliverystatus)$/

/** Whether the article is there. A word beats a number, and two that contradict are nothing. */
function stockOf(object: StateObject): {
  readonly value: FoundAvailability | undefined
  readonly isStated: boolean
} {
  const said = new Set<FoundAvailability>()
  let isStated = false
  const read = (from: StateObject, depth: number) => {
    for (const [key, value] of Object.entries(from)) {
      const plain = keyOf(key)
      if (
        !stockKeys.test(plain) &&
        !(depth > 0 && /^(?:status|state|code|level|value)$/.test(plain))
      )
        continue
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 2) {
        read(value as StateObject, depth + 1)
        continue
      }
      isStated ||= value !== null && value !== undefined
      const availability = availabilityOf(value)
      if (availability) said.add(availability)
    }
  }
  read(object, 0)
  const [only] = said
  return { value: said.size === 1 ? only : undefined, isStated }
}

function availabilityOf(value: unknown): FoundAvailability | undefined {
  if (typeof value === 'boolean') return value ? 'IN_STOCK' : 'OUT_OF_STOCK'
  if (typeof value === 'number')
    return Number.isInteger(value) ? (value > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK') : undefined
  return typeof value === 'string' ? readStock(value.replaceAll('_', ' ')) : undefined
}

function imagesOf(object: StateObject, base: string): string[] | undefined {
  for (const [key, value] of Object.entries(object)) {
    if (!/^(?:images?|bilder|bild|photos?|imageurl|imageurls|thumbnail)$/.test(keyOf(key))) continue
    const list = (Array.isArray(value) ? value : [value]).slice(0, 50)
    const texts = list.flatMap((one) => {
      const address =
        typeof one === 'object' && one !== null
          ? ((one as StateObject).url ?? (one as StateObject).src)
          : one
      return typeof address === 'string' ? [address] : []
    })
    const images = addresses(texts, base)
    if (images.length > 0) return images
  }
  return undefined
}

/** A state often holds a product several times. */
function uniqueProducts(facts: readonly ProductFacts[]): ProductFacts[] {
  const byKey = new Map<string, ProductFacts>()
  for (const one of facts) {
    const key = one.sku ?? one.mpn ?? one.gtins?.[0] ?? `${one.url} ${one.name}`
    if (!byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()].slice(0, 200)
}
