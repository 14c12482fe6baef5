import type { PageProblem } from './found-product.ts'
import { normaliseAddress } from './links/normalise-address.ts'
import { lineOfText } from './page/plain-text.ts'
import { readAvailability } from './structured/availability.ts'
import { addresses, descriptionIn, nameMax, type ProductFacts } from './structured/product-facts.ts'
import { readGtin } from './structured/read-gtins.ts'
import { isForNew, priceOfOffer } from './structured/read-offer.ts'
import { addValue, type StructuredNode } from './structured/structured-node.ts'

type Meta = ReadonlyMap<string, readonly string[]>

/** The currency that the page names for its product. */
export function currencyOfMeta(meta: Meta): string | undefined {
  return first(meta, 'product:price:currency', 'og:price:currency')?.toUpperCase()
}

/** What OpenGraph says of the one product of a page. Undefined when the page is none of a product. */
export function factsOfMeta(
  meta: Meta,
  base: string,
  report: (problem: PageProblem) => void,
): ProductFacts | undefined {
  const type = first(meta, 'og:type')
  const amount = first(meta, 'product:price:amount', 'og:price:amount')
  const isProduct = /^(?:og:)?product(?:\.item)?$/i.test(type ?? '')
  if (!isProduct && amount === undefined) return undefined
  const address = first(meta, 'og:url')
  return {
    url: address && normaliseAddress(address, base),
    name: nameOf(meta),
    description: descriptionIn(first(meta, 'og:description')),
    brand: lineOfText(first(meta, 'product:brand', 'og:brand'), 100),
    mpn: lineOfText(first(meta, 'product:mfr_part_no'), 100),
    sku: lineOfText(first(meta, 'product:retailer_item_id', 'product:retailer_part_no'), 100),
    gtins: gtinsOf(meta),
    ...priceOf(meta, amount, report),
    availability: readAvailability(first(meta, 'product:availability', 'og:availability') ?? ''),
    images: imagesOf(meta, base),
    category: categoryOf(meta),
    given: amount === undefined ? [] : ['price'],
  }
}

function first(meta: Meta, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = meta.get(key)?.find((one) => one.trim() !== '')
    if (text !== undefined) return text.trim()
  }
  return undefined
}

/** Shops write their own name behind that of the product. */
function nameOf(meta: Meta): string | undefined {
  const title = lineOfText(first(meta, 'og:title'), nameMax)
  const site = lineOfText(first(meta, 'og:site_name'), nameMax)
  if (title === undefined || site === undefined || !title.endsWith(site)) return title
  return title.slice(0, -site.length).replace(/[\s|–—·:-]+$/, '') || title
}

function gtinsOf(meta: Meta): string[] | undefined {
  const texts = ['product:gtin', 'product:ean', 'product:upc', 'product:isbn'].flatMap(
    (key) => meta.get(key) ?? [],
  )
  const gtins = texts.map(readGtin).filter((gtin) => gtin !== undefined)
  return gtins.length > 0 ? [...new Set(gtins)].slice(0, 20) : undefined
}

function priceOf(
  meta: Meta,
  amount: string | undefined,
  report: (problem: PageProblem) => void,
): Pick<ProductFacts, 'price' | 'unit'> {
  if (amount === undefined) return {}
  const sale = first(meta, 'product:sale_price:amount')
  const offer: StructuredNode = { types: ['Offer'], id: undefined, properties: new Map() }
  addValue(offer, 'price', sale ?? amount)
  const condition = first(meta, 'product:condition')
  if (condition && /^(?:used|refurbished)$/i.test(condition)) {
    addValue(offer, 'itemCondition', `${condition}Condition`)
  }
  const currency = first(meta, 'product:sale_price:currency') ?? currencyOfMeta(meta)
  if (currency) addValue(offer, 'priceCurrency', currency)
  return isForNew(offer) ? priceOfOffer(offer, undefined, report) : {}
}

function imagesOf(meta: Meta, base: string): string[] | undefined {
  const keys = ['og:image:secure_url', 'og:image', 'og:image:url']
  const images = addresses(keys.flatMap((key) => meta.get(key) ?? []).slice(0, 20), base)
  return images.length > 0 ? images : undefined
}

function categoryOf(meta: Meta): string[] | undefined {
  const text = first(meta, 'product:category')
  if (text === undefined || /^\d+$/.test(text)) return undefined
  const path = text.split(/\s*>\s*/).map((name) => lineOfText(name, 200))
  const names = path.filter((name) => name !== undefined).slice(0, 10)
  return names.length > 0 ? names : undefined
}
