import type { Quantity } from '#kernel/quantity'
import { sql, type Tx } from '#platform/db'
import type { Quota } from './quota.ts'
import { toQuota } from './quota-store.ts'
import type { QuotaRow } from './tables.ts'

type OfCheckout = { readonly companyId: string; readonly checkoutId: string }

export type CallOff = {
  readonly quotaId: string
  readonly lineNumber: number
  readonly productId: string
  readonly quantity: Quantity
  /** The price of the goods after discounts and before tax, in the currency of the order. */
  readonly valueMinor: bigint
  readonly currency: string
  /** In the measure of the quota. */
  readonly amount: bigint
}

/** A locked quota and the name of its contract. */
export type LockedQuota = Quota & { readonly reference: string }

/** Locks those of the quotas whose contracts are in force, in the order of their ids, so that no two orders wait for each other. */
export async function lockQuotasInForce(
  tx: Tx,
  companyId: string,
  quotaIds: readonly string[],
  now: Date,
): Promise<LockedQuota[]> {
  const { rows } = await sql<QuotaRow & { reference: string }>`
    select q.*, c.reference from quotas.quotas q
    join products.contracts c on c.id = q.contract_id and c.state = 'ACTIVE'
      and c.valid_from <= ${now}::timestamptz and (c.valid_until is null or c.valid_until > ${now}::timestamptz)
    where q.company_id = ${companyId} and q.id = any(${[...quotaIds]}::text[])
    order by q.id for update of q
  `.execute(tx)
  return rows.map((row) => ({ ...toQuota(row), reference: row.reference }))
}

/** The caller has locked the quotas. */
export async function insertCallOffs(
  tx: Tx,
  { companyId, checkoutId }: OfCheckout,
  callOffs: readonly (CallOff & { readonly contractId: string })[],
  now: Date,
): Promise<void> {
  const records = callOffs.map((one) => ({
    line_number: one.lineNumber,
    quota_id: one.quotaId,
    contract_id: one.contractId,
    product_id: one.productId,
    quantity: one.quantity.toString(),
    value_minor: one.valueMinor.toString(),
    currency: one.currency,
    amount: one.amount.toString(),
  }))
  await sql`
    with taken as (
      insert into quotas.call_offs (company_id, checkout_id, line_number, quota_id, contract_id, product_id, quantity,
        kept, value_minor, currency, amount, amount_kept, held_at)
      select ${companyId}, ${checkoutId}, r.line_number, r.quota_id, r.contract_id, r.product_id, r.quantity,
        r.quantity, r.value_minor, r.currency, r.amount, r.amount, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (line_number integer, quota_id text,
        contract_id text, product_id text, quantity bigint, value_minor bigint, currency text, amount bigint)
      returning quota_id, amount
    )
    update quotas.quotas q set held = held + t.amount
    from (select quota_id, sum(amount)::bigint as amount from taken group by quota_id) t
    where q.company_id = ${companyId} and q.id = t.quota_id
  `.execute(tx)
}

/** The quotas from which a checkout calls off, locked in the order of their ids. */
export async function lockQuotasOfCheckout(
  tx: Tx,
  { companyId, checkoutId }: OfCheckout,
): Promise<LockedQuota[]> {
  const { rows } = await sql<QuotaRow & { reference: string }>`
    select q.*, c.reference from quotas.quotas q
    join products.contracts c on c.id = q.contract_id
    where q.company_id = ${companyId} and q.id in (
      select quota_id from quotas.call_offs where company_id = ${companyId} and checkout_id = ${checkoutId})
    order by q.id for update of q
  `.execute(tx)
  return rows.map((row) => ({ ...toQuota(row), reference: row.reference }))
}

/** What the checkout holds is called off by its order. Returns the sums by quota; a repeat moves nothing. */
export async function moveToOrder(
  tx: Tx,
  { companyId, checkoutId }: OfCheckout,
  orderId: string,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; amount: number }>`
    with moved as (
      update quotas.call_offs set order_id = ${orderId}
      where company_id = ${companyId} and checkout_id = ${checkoutId} and order_id is null
      returning quota_id, amount
    ), sums as (select quota_id, sum(amount)::bigint as amount from moved group by quota_id)
    update quotas.quotas q set held = q.held - s.amount, called_off = q.called_off + s.amount
    from sums s
    where q.company_id = ${companyId} and q.id = s.quota_id
    returning q.id, s.amount
  `.execute(tx)
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}

export async function markNoticed(
  tx: Tx,
  { companyId, id }: Pick<Quota, 'companyId' | 'id'>,
  percent: number,
): Promise<void> {
  await sql`
    update quotas.quotas set noticed_percent = ${percent} where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

/** A checkout that ended without an order holds nothing any more. A repeat deletes nothing. */
export async function deleteHeld(tx: Tx, { companyId, checkoutId }: OfCheckout): Promise<void> {
  await sql`
    with freed as (
      delete from quotas.call_offs
      where company_id = ${companyId} and checkout_id = ${checkoutId} and order_id is null
      returning quota_id, amount
    )
    update quotas.quotas q set held = q.held - f.amount
    from (select quota_id, sum(amount)::bigint as amount from freed group by quota_id) f
    where q.company_id = ${companyId} and q.id = f.quota_id
  `.execute(tx)
}

export type KeptPieces = { readonly lineNumber: number; readonly kept: Quantity }

/**
 * Lowers the call-offs of lines to the pieces that are kept, and frees the difference. The amount follows the pieces, rounded
 * half up from the whole, so that all of it is free when no piece is kept. A repeat frees nothing.
 */
export async function lowerCallOffs(
  tx: Tx,
  { companyId, checkoutId }: OfCheckout,
  lines: readonly KeptPieces[],
): Promise<void> {
  const records = lines.map(({ lineNumber, kept }) => ({
    line_number: lineNumber,
    kept: kept.toString(),
  }))
  await sql`
    with lowered as (
      select c.quota_id, c.line_number, r.kept, c.amount_kept as before,
        floor((c.amount::numeric * r.kept * 2 + c.quantity) / (2 * c.quantity))::bigint as after
      from quotas.call_offs c
      join jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (line_number integer, kept bigint)
        on r.line_number = c.line_number and r.kept < c.kept
      where c.company_id = ${companyId} and c.checkout_id = ${checkoutId} and c.order_id is not null
    ), saved as (
      update quotas.call_offs c set kept = l.kept, amount_kept = l.after
      from lowered l
      where c.company_id = ${companyId} and c.checkout_id = ${checkoutId} and c.quota_id = l.quota_id
        and c.line_number = l.line_number
    )
    update quotas.quotas q set called_off = q.called_off - f.amount
    from (select quota_id, sum(before - after)::bigint as amount from lowered group by quota_id) f
    where q.company_id = ${companyId} and q.id = f.quota_id
  `.execute(tx)
}
