import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import type { ExternalOffer } from '#modules/products'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Confirmation, OfferRequest, Orderable, RequestState } from './request.ts'
import type { RequestRow } from './tables.ts'

export const openMax = 200

/** Returns false, without a change, if the company has requested the offer already, or waits for too many answers. */
export async function insertRequest(tx: Tx, request: OfferRequest): Promise<boolean> {
  const { companyId, id, offer } = request
  // One after the other, so that requests at the same time do not pass the limit together.
  await sql`select pg_advisory_xact_lock(hashtext('open offer requests'), hashtext(${companyId}))`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    insert into offers.requests (company_id, id, state, version, supplier_company_id, product_id, offer_id, offer,
      quantity, country, note, requested_by, created_at, expires_at)
    select ${companyId}, ${id}, 'REQUESTED', 1, ${request.supplierCompanyId ?? null}, ${request.productId ?? null},
      ${offer.id}, ${JSON.stringify(offer)}::jsonb, ${request.quantity}, ${request.country}, ${request.note ?? null},
      ${request.requestedBy ?? null}, ${request.createdAt}::timestamptz, ${request.expiresAt ?? null}::timestamptz
    where (select count(*) from offers.requests where company_id = ${companyId} and state = 'REQUESTED') < ${openMax}
    on conflict (company_id, offer_id) where state = 'REQUESTED' do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The request for this offer that waits for an answer. */
export async function findOpenRequestId(
  conn: Conn,
  companyId: string,
  offerId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from offers.requests
    where company_id = ${companyId} and offer_id = ${offerId} and state = 'REQUESTED'
  `.execute(conn)
  return rows[0]?.id
}

/** The company that asks or answers. `everybody`: operators. */
export type Party = 'everybody' | { readonly companyId: string }

export async function findRequest(
  conn: Conn,
  party: Party,
  id: string,
): Promise<OfferRequest | undefined> {
  const { rows } = await sql<RequestRow>`
    select r.* from offers.requests r where r.id = ${id} ${seenBy(party)}
  `.execute(conn)
  return rows[0] && toRequest(rows[0])
}

/** Locks a request for who answers it. */
export async function lockRequestForAnswer(
  tx: Tx,
  party: Party,
  id: string,
): Promise<OfferRequest | undefined> {
  const { rows } = await sql<RequestRow>`
    select r.* from offers.requests r where r.id = ${id} ${answeredBy(party)} for update
  `.execute(tx)
  return rows[0] && toRequest(rows[0])
}

/** Marks a request as answered, if it still waits. */
export async function markAnswered(
  tx: Tx,
  { companyId, id }: OfferRequest,
  answer: {
    readonly by: string
    readonly at: Date
    readonly confirmed?: { readonly confirmation: Confirmation; readonly orderable: Orderable }
    readonly reason?: string | undefined
  },
): Promise<OfferRequest | undefined> {
  const { confirmation, orderable } = answer.confirmed ?? {}
  const { rows } = await sql<RequestRow>`
    update offers.requests set state = ${confirmation ? 'CONFIRMED' : 'DECLINED'}, version = version + 1,
      answered_by = ${answer.by}, answered_at = ${answer.at}::timestamptz,
      expires_at = ${confirmation?.validUntil ?? null}::timestamptz,
      unit_price = ${confirmation?.unitPrice.toFixed() ?? null}::numeric, currency = ${confirmation?.currency ?? null},
      valid_until = ${confirmation?.validUntil ?? null}::timestamptz,
      lead_time_days = ${confirmation?.leadTimeDays ?? null}::integer, reason = ${answer.reason ?? null},
      order_product_id = ${orderable?.productId ?? null}, price_list_id = ${orderable?.priceListId ?? null},
      ended_at = ${confirmation ? null : answer.at}::timestamptz
    where company_id = ${companyId} and id = ${id} and state = 'REQUESTED'
    returning *
  `.execute(tx)
  return rows[0] && toRequest(rows[0])
}

/** Marks requests whose time is over as expired, in small batches. */
export async function expireDue(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ readonly request: OfferRequest; readonly wasConfirmed: boolean }[]> {
  const { rows } = await sql<RequestRow & { was: string }>`
    /* across companies: what is over is over, whatever its company_id */
    with due as materialized (
      select company_id, id, state from offers.requests
      where expires_at <= ${now} order by expires_at limit ${limit}
      for update skip locked
    )
    update offers.requests as r set state = 'EXPIRED', version = r.version + 1, expires_at = null, ended_at = ${now}
    from due where r.company_id = due.company_id and r.id = due.id
    returning r.*, due.state as was
  `.execute(tx)
  return rows.map((row) => ({ request: toRequest(row), wasConfirmed: row.was === 'CONFIRMED' }))
}

/** Deletes requests that ended before the given time. Returns how many. */
export async function deleteEndedRequests(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old is old, whoever it belongs to */
    delete from offers.requests where (company_id, id) in (
      select company_id, id from offers.requests where ended_at < ${before}
      order by ended_at limit ${limit}
      for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

function seenBy(party: Party) {
  return party === 'everybody'
    ? sql`/* across companies: operators act for every company_id */`
    : sql`and (r.company_id = ${party.companyId} or r.supplier_company_id = ${party.companyId})`
}

function answeredBy(party: Party) {
  return party === 'everybody'
    ? sql`/* across companies: operators act for every company_id */`
    : sql`/* across companies: of any company_id */ and r.supplier_company_id = ${party.companyId}`
}

export function toRequest(row: RequestRow): OfferRequest {
  return {
    companyId: row.company_id,
    id: row.id,
    state: row.state as RequestState,
    version: row.version,
    supplierCompanyId: row.supplier_company_id ?? undefined,
    productId: row.product_id ?? undefined,
    offer: withTax(row.offer as ExternalOffer),
    quantity: BigInt(row.quantity),
    country: row.country,
    note: row.note ?? undefined,
    requestedBy: row.requested_by ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    answeredAt: row.answered_at ?? undefined,
    confirmation: confirmationOf(row),
    orderable:
      row.order_product_id === null || row.price_list_id === null
        ? undefined
        : {
            productId: row.order_product_id as Id<'prd'>,
            priceListId: row.price_list_id as Id<'pls'>,
          },
    reason: row.reason ?? undefined,
  }
}

function confirmationOf(row: RequestRow): Confirmation | undefined {
  const { unit_price: unitPrice, currency, valid_until: validUntil, lead_time_days: days } = row
  if (unitPrice === null || currency === null || validUntil === null) return undefined
  return { unitPrice: new Decimal(unitPrice), currency, validUntil, leadTimeDays: days ?? 0 }
}

/** A request of an earlier release does not say that nobody knows of the tax. */
function withTax(offer: ExternalOffer): ExternalOffer {
  const { price } = offer
  return price ? { ...offer, price: { ...price, taxIncluded: price.taxIncluded ?? null } } : offer
}
