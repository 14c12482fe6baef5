import type { Id } from '#kernel/id'
import type { TaxClass } from '#modules/tax'
import { type Conn, sql } from '#platform/db'
import { type AgreedColumn, agreedOfProduct } from '../agreements/agreed-sql.ts'
import { pricingOf, type TierRow } from '../agreements/pricing.ts'
import type { Terms } from '../agreements/terms.ts'
import { visibleUnder } from '../assortments/visible-sql.ts'
import { readBackorder, type StoredBackorder } from '../fields/backorder.ts'
import { isOneOf } from '../id-sql.ts'
import { type Availability, availabilityOf, type Pricing, type ProductState } from '../product.ts'
import { shownLanguage, shownName } from './shown-text-sql.ts'

/** The conditions under which a product is sold today, with its name alone. Carts and checkouts need no more. */
export type Offer = {
  readonly id: Id<'prd'>
  readonly supplierCompanyId: Id<'co'>
  readonly supplier: { readonly id: Id<'co'>; readonly name: string }
  readonly sku: string
  readonly mpn: string
  /** The language of the name. */
  readonly language: string
  readonly name: string
  readonly brand: string
  readonly state: ProductState
  readonly version: number
  readonly pricing: Pricing
  readonly availability: Availability
  readonly shipTo: readonly string[]
  readonly sample: boolean
  /** The tax class of the product, or else of its category. */
  readonly taxClass: TaxClass
}

type OfferRow = {
  id: string
  supplier_company_id: string
  supplier_name: string
  sku: string
  mpn: string
  language: string
  name: string
  brand: string
  state: string
  version: number
  unit: string
  contents: string | null
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  list_price: string
  per_quantity: number
  currency: string
  sample: boolean
  tax_class: string
  for_sale: number
  backordered: number
  backorder: StoredBackorder | null
  tiers: TierRow[]
  agreed: AgreedColumn | null
  revision: number
}

/** Offers, and the revision of all terms when they were read. The revision is undefined when nothing was found. */
export type OffersRead = {
  readonly offers: Map<string, Offer>
  readonly revision: number | undefined
}

/**
 * Reads the offers of these products under the terms. Unknown products are missing from the answer. The names are in this
 * language where the product has it. In a transaction it reads what the transaction sees.
 */
export async function readOffers(
  conn: Conn,
  terms: Terms,
  productIds: readonly string[],
  language?: string,
): Promise<OffersRead> {
  const { rows } = await sql<OfferRow>`
    select p.id, p.supplier_company_id, s.name as supplier_name, p.sku, p.mpn,
      ${shownName(language)} as name, ${shownLanguage(language)} as language, p.brand, p.state, p.version,
      p.unit, p.moq, p.multiple, p.lead_time_days, p.ship_to, p.list_price, p.per_quantity, p.contents, p.currency, p.sample,
      coalesce(p.tax_class, c.tax_class, 'standard') as tax_class, ${forSale()}, p.backorder, ${tiersOf()} as tiers,
      ${agreedOfProduct(terms.lists)} as agreed, (select last_value from products.terms_revision) as revision
    from products.products p
    join products.suppliers s on s.id = p.supplier_company_id
    join products.categories c on c.id = p.category_id
    left join products.stock k on k.product_id = p.id
    where ${isOneOf('p.id', productIds)} ${visibleUnder(terms)}
  `.execute(conn)
  return {
    offers: new Map(rows.map((row) => [row.id, toOffer(row, terms)])),
    revision: rows[0]?.revision,
  }
}

/** The stock `k` of a product: what is for sale, and what orders wait for. */
export function forSale() {
  return sql`coalesce(greatest(k.on_hand - k.backordered, 0), 0) as for_sale, coalesce(k.backordered, 0) as backordered`
}

export const stockIn = (row: { readonly for_sale: number; readonly backordered: number }) => ({
  available: BigInt(row.for_sale),
  backordered: BigInt(row.backordered),
})

/** The tiers of product `p`, by rising quantity. */
export function tiersOf() {
  return sql`(select coalesce(jsonb_agg(jsonb_build_array(t.min_quantity, t.unit_price::text) order by t.min_quantity), '[]')
    from products.price_tiers t where t.product_id = p.id)`
}

function toOffer(row: OfferRow, terms: Terms): Offer {
  const state = row.state as ProductState
  const supplierId = row.supplier_company_id as Id<'co'>
  return {
    id: row.id as Id<'prd'>,
    supplierCompanyId: supplierId,
    supplier: { id: supplierId, name: row.supplier_name },
    sku: row.sku,
    mpn: row.mpn,
    language: row.language,
    name: row.name,
    brand: row.brand,
    state,
    version: row.version,
    pricing: pricingOf(row, terms),
    availability: availabilityOf(
      state,
      stockIn(row),
      row.lead_time_days,
      readBackorder(row.backorder),
    ),
    shipTo: row.ship_to,
    sample: row.sample,
    taxClass: row.tax_class as TaxClass,
  }
}
