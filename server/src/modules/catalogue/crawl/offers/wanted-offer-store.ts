import { type Conn, sql } from '#platform/db'
import { fromOffers, type ListedRow, type Offer, offerColumns, toOffer } from './offer-store.ts'

/** What a search wants of external offers. */
export type WantedOffers = {
  readonly words: string
  /** In small letters. Empty: any. */
  readonly brands: readonly string[]
  /** Article numbers, exact. Empty: any. */
  readonly skus: readonly string[]
  /** Suppliers that are companies here. Empty: any. */
  readonly suppliers: readonly string[]
  /**
   * Bounds of the price of one unit without tax, as decimals in `currency`: the prices of the catalogue have none. So an
   * offer with tax, or of which nobody knows, is not among the wanted ones.
   */
  readonly price?:
    | {
        readonly min?: string | undefined
        readonly max?: string | undefined
        readonly currency: string
      }
    | undefined
}

/**
 * Lists offers of these companies that have all the words, without those that are named, by `offers_by_words`. In no order: a
 * search shows them as they come.
 */
export async function listWantedOffers(
  conn: Conn,
  companyIds: readonly string[],
  { words, brands, suppliers, skus, price }: WantedOffers,
  { without, limit }: { readonly without: readonly string[]; readonly limit: number },
): Promise<Offer[]> {
  const ofBrand =
    brands.length === 0 ? sql`` : sql`and lower(o.data ->> 'brand') = any(${[...brands]}::text[])`
  const ofSupplier =
    suppliers.length === 0 ? sql`` : sql`and s.supplier_id = any(${[...suppliers]}::text[])`
  const ofSku = skus.length === 0 ? sql`` : sql`and o.data ->> 'sku' = any(${[...skus]}::text[])`
  const unitPrice = sql`(o.data #>> '{price,amount}')::numeric / (o.data #>> '{price,perQuantity}')::numeric`
  const priced = price
    ? sql`and o.data #>> '{price,currency}' = ${price.currency} and o.data #>> '{price,taxIncluded}' = 'false'
        and ${unitPrice} between coalesce(${price.min ?? null}::numeric, 0)
          and coalesce(${price.max ?? null}::numeric, 'infinity')`
    : sql``
  const { rows } = await sql<ListedRow>`
    select ${offerColumns} ${fromOffers}
    where o.company_id = any(${[...companyIds]}) and o.state = 'LISTED'
      and crawl.words_of_offer(o.name, o.data, o.gtins) @@ crawl.query_of(${words})
      and o.id <> all(${[...without]}::text[]) ${ofBrand} ${ofSupplier} ${ofSku} ${priced}
    limit ${limit}
  `.execute(conn)
  return rows.map(toOffer)
}

/**
 * Whether a run that this search waits for is live: one that was there when it began, or one that its own company has requested
 * since. A run that waits for a person is not waited for.
 */
export async function hasLiveRun(
  conn: Conn,
  companyIds: readonly string[],
  search: { readonly companyId: string; readonly createdAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from crawl.runs
    where company_id = any(${[...companyIds]}) and state in ('QUEUED', 'RUNNING') and not awaiting_confirmation
      and (created_at <= ${search.createdAt} or requesting_company_id = ${search.companyId})
    limit 1
  `.execute(conn)
  return rows.length > 0
}
