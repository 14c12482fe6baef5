import type { Actor } from '#kernel/actor'
import { type Conn, sql } from '#platform/db'
import { type Condition, ofCompany } from '#platform/lists'
import type { Deps } from './deps.ts'
import type { Payment, PaymentState } from './payment.ts'
import { toPayment } from './payment-store.ts'
import type { PaymentRow } from './tables.ts'

export type PaymentSearch = {
  readonly companyId?: string | undefined
  readonly state?: PaymentState | undefined
  /** The id of a payment, or the provider's reference. */
  readonly q?: string | undefined
  /** Orders whose payments `q` finds, too. */
  readonly orders?: readonly { readonly companyId: string; readonly id: string }[] | undefined
  readonly before?: string | undefined
  readonly limit: number
}

export type SearchedPayments = {
  readonly found: readonly Payment[]
  /** The last payment that was read, where the search stopped early: older payments may match too. */
  readonly scannedUntil: string | undefined
}

/** The description of the list names this limit. */
const scannedMax = 20_000

/**
 * For operators: payments of all companies or one, newest first. Ids sort by time, and `payments_id_unique` and the
 * primary key answer without a sort. A filter by state reads a limited number of the newest payments.
 */
export async function searchPayments(
  conn: Conn,
  providers: readonly string[],
  search: PaymentSearch,
): Promise<SearchedPayments> {
  const { companyId, state, q, before, limit } = search
  const scannedUntil =
    q === undefined && state !== undefined ? await paymentBehind(conn, search) : undefined
  const { rows } = await sql<PaymentRow>`
    /* across companies: operators see the whole platform */
    select p.* from payments.payments p
    where true ${ofOneCompany(companyId)} ${idsBefore(before)}
      ${q === undefined ? sql`` : sql`and p.id in (${selectIds(q, providers, search.orders)})`}
      ${state === undefined ? sql`` : sql`and p.state = ${state}`}
      ${scannedUntil === undefined ? sql`` : sql`and p.id >= ${scannedUntil}`}
    order by p.id desc
    limit ${limit}
  `.execute(conn)
  return { found: rows.map(toPayment), scannedUntil }
}

/** Each part has an index of its own. */
function selectIds(q: string, providers: readonly string[], orders: PaymentSearch['orders'] = []) {
  return sql`
    select ${q}
    union all
    select n.id from payments.payments n
      where n.provider = any(${[...providers]}) and n.provider_reference = ${q}
    union all
    select n.id from unnest(${orders.map(({ companyId }) => companyId)}::text[], ${orders.map(({ id }) => id)}::text[])
      as numbered (company_id, order_id)
      join payments.payments n on n.company_id = numbered.company_id and n.order_id = numbered.order_id`
}

/** Counted in the index alone. */
async function paymentBehind(
  conn: Conn,
  { companyId, before }: PaymentSearch,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    /* across companies: operators see the whole platform */
    select p.id from payments.payments p
    where true ${ofOneCompany(companyId)} ${idsBefore(before)}
    order by p.id desc offset ${scannedMax - 1} limit 2
  `.execute(conn)
  return rows.length === 2 ? rows[0]?.id : undefined
}

function ofOneCompany(companyId: string | undefined) {
  return companyId === undefined ? sql`` : sql`and p.company_id = ${companyId}`
}

function idsBefore(before: string | undefined) {
  return before === undefined ? sql`` : sql`and p.id < ${before}`
}

/** The payments `t` that the actor may read. Who reads those of some units only reads the own ones, and those of orders of the units. */
export async function readablePayments(
  { ofReachedOrders }: Pick<Deps, 'ofReachedOrders'>,
  conn: Conn,
  actor: Actor,
): Promise<Condition> {
  const ofOrders = await ofReachedOrders?.(conn, actor, 'payments:read')
  if (!ofOrders) return ofCompany(actor)
  return sql`${ofCompany(actor)} and (t.payer_id = ${actor.id} or ${ofOrders})`
}

/** The same for one payment. Reads nothing for those who read all of the company. */
export async function mayReadPayment(
  { ofReachedOrders }: Pick<Deps, 'ofReachedOrders'>,
  conn: Conn,
  actor: Actor,
  { companyId, id, payerId }: Pick<Payment, 'companyId' | 'id' | 'payerId'>,
): Promise<boolean> {
  const ofOrders = await ofReachedOrders?.(conn, actor, 'payments:read')
  if (!ofOrders || payerId === actor.id) return true
  const { rows } = await sql`
    select 1 from payments.payments t where t.company_id = ${companyId} and t.id = ${id} and ${ofOrders}
  `.execute(conn)
  return rows.length > 0
}
