import { numberOf } from '#kernel/quantity'
import { type ImportedProduct, type ShownFields, taxOf } from '#modules/imports/reading'
import type {
  FieldSource,
  FoundField,
  FoundPrice,
  FoundProduct,
  FoundTier,
  SourceKind,
} from './found-product.ts'
import { normaliseAddress } from './links/normalise-address.ts'
import { confidences } from './merge-products.ts'
import { plainText } from './page/plain-text.ts'
import { readPrice } from './prices/read-price.ts'
import { type FoundAvailability, readStock } from './structured/availability.ts'
import { isGlobal } from './structured/read-gtins.ts'
import { fallingTiers, storableAmount } from './structured/read-offer.ts'

export type FeedFormat = 'google' | 'bmecat' | 'csv' | 'jsonl' | 'json' | 'xlsx' | 'own-xml'

export const kindOfFormat: Readonly<Record<FeedFormat, SourceKind>> = {
  google: 'merchant',
  bmecat: 'bmecat',
  csv: 'csv',
  jsonl: 'json-lines',
  json: 'json-lines',
  xlsx: 'xlsx',
  'own-xml': 'own-xml',
}

export type FeedContext = { readonly url: string; readonly kind: SourceKind; readonly now: Date }

/** A record of a feed as a found product. A record without a name shows nothing, such as one that only deletes. */
export function foundInFeed(
  product: ImportedProduct,
  shown: ShownFields,
  context: FeedContext,
): FoundProduct | undefined {
  const { name, gtins = [], imageUrls = [] } = product
  if (name === undefined) return undefined
  const price = priceOf(product, shown, context.now)
  const fields = {
    url: (shown.link && normaliseAddress(shown.link, context.url)) || undefined,
    name: plainText(name, 500),
    description: product.description && plainText(product.description, 20_000),
    brand: product.brand,
    mpn: product.mpn,
    sku: product.sku,
    gtins: unlessEmpty(gtins.filter(isGlobal).slice(0, 20)),
    price,
    unit: price && product.unit,
    availability: availabilityOf(product, shown),
    images: unlessEmpty(imageUrls.slice(0, 20)),
    category: product.categoryPath,
    attributes: unlessEmpty((product.attributes ?? []).map(attributeOf)),
  } satisfies Record<FoundField, unknown>
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return {
    gtins: [],
    images: [],
    attributes: [],
    ...(Object.fromEntries(known) as Partial<FoundProduct>),
    url: fields.url ?? context.url,
    name: fields.name,
    sources: sourcesOf(
      known.map(([field]) => field as FoundField),
      context.kind,
    ),
  }
}

const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

function attributeOf({ label, value, unit }: NonNullable<ImportedProduct['attributes']>[number]) {
  return unit === undefined ? { label, value } : { label, value, unit }
}

function sourcesOf(fields: readonly FoundField[], kind: SourceKind): FoundProduct['sources'] {
  const source: FieldSource = { kind, confidence: confidences[kind] }
  return Object.fromEntries(fields.map((field) => [field, source]))
}

/** The sale price while its period lasts, then the price, then a price that has tax in it. */
function priceOf(
  { listPrice, currency, perQuantity = 1, tiers = [] }: ImportedProduct,
  { salePrice, salePeriod, grossPrice, tax }: ShownFields,
  now: Date,
): FoundPrice | undefined {
  const basis = { currency, perQuantity }
  const sale =
    salePrice !== undefined && isCurrent(salePeriod, now)
      ? shownPrice(salePrice, basis, taxOf(salePrice))
      : undefined
  if (sale) return sale
  if (listPrice !== undefined && currency !== undefined) {
    const amount = storableAmount(listPrice.toFixed(), currency)
    if (amount !== undefined) {
      const lower = tiers.map(({ minQuantity, unitPrice }) => ({
        minQuantity: numberOf(minQuantity),
        amount: unitPrice.toFixed(),
      }))
      return {
        amount,
        currency,
        perQuantity,
        ...taxIncludedIn(tax),
        ...foundTiers(lower, amount, currency),
      }
    }
  }
  return grossPrice === undefined ? undefined : shownPrice(grossPrice, basis, 'gross')
}

/** Tiers that cannot be stored are left out. */
export function foundTiers(
  tiers: readonly FoundTier[],
  base: string,
  currency: string,
): Pick<FoundPrice, 'tiers'> {
  const known = tiers.slice(0, 50).flatMap(({ minQuantity, amount: text }) => {
    const amount = storableAmount(text, currency)
    return amount === undefined ? [] : [{ minQuantity, amount }]
  })
  return fallingTiers(known, base)
}

function shownPrice(
  text: string,
  basis: { readonly currency: string | undefined; readonly perQuantity: number },
  tax: string | undefined,
): FoundPrice | undefined {
  const read = readPrice(text)
  const currency = read.currency ?? basis.currency
  if (read.amount === undefined || read.kind !== 'exact' || !currency) return undefined
  const amount = storableAmount(read.amount, currency)
  if (amount === undefined) return undefined
  return { amount, currency, perQuantity: basis.perQuantity, ...taxIncludedIn(tax) }
}

function taxIncludedIn(tax: string | undefined): Pick<FoundPrice, 'taxIncluded'> {
  return tax === 'net' || tax === 'gross' ? { taxIncluded: tax === 'gross' } : {}
}

/** A period is written as two instants with a slash. Without one, the sale price is current. */
function isCurrent(period: string | undefined, now: Date): boolean {
  if (period === undefined) return true
  const [from = '', to = ''] = period.split('/').map((text) => text.trim())
  const [begins, ends] = [Date.parse(from), Date.parse(to)]
  return begins <= now.getTime() && now.getTime() <= ends
}

function availabilityOf(
  { onHand, discontinued }: ImportedProduct,
  { availability }: ShownFields,
): FoundAvailability | undefined {
  if (discontinued) return 'DISCONTINUED'
  const shown = availability && readStock(availability)
  if (shown) return shown
  if (onHand === undefined) return undefined
  return onHand > 0n ? 'IN_STOCK' : 'OUT_OF_STOCK'
}
