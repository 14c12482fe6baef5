import { sql } from 'kysely'
import { type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { AttemptState } from './attempt.ts'

/** An attempt without its snapshot, which may be long. */
export type AttemptSummary = {
  readonly id: string
  readonly ownerId: string
  readonly cartId: string | undefined
  readonly state: AttemptState
  readonly total: Money
  readonly createdAt: Date
  readonly reservedUntil: Date
  readonly paymentId: string | undefined
  readonly orderId: string | undefined
  readonly endedAt: Date | undefined
}

export type AttemptFilters = {
  readonly state?: AttemptState | undefined
  readonly ownerId?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
}

export type AttemptPage = {
  readonly before?: { readonly createdAt: Date; readonly id: string } | undefined
  readonly limit: number
}

type Row = {
  id: string
  owner_id: string
  cart_id: string | null
  state: AttemptState
  total_minor: number
  currency: string
  created_at: Date
  reserved_until: Date
  payment_id: string | null
  order_id: string | null
  ended_at: Date | null
}

/** Newest first, by `attempts_by_company`. Few attempts are live or fail, and indexes of their own find these. */
export async function listAttempts(
  conn: Conn,
  companyId: string,
  { state, ownerId, createdAfter, createdBefore }: AttemptFilters,
  { before, limit }: AttemptPage,
): Promise<AttemptSummary[]> {
  const { rows } = await sql<Row>`
    select id, owner_id, cart_id, state, total_minor, currency, created_at, reserved_until, payment_id, order_id, ended_at
    from checkout.attempts
    where company_id = ${companyId}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
      ${createdAfter ? sql`and created_at > ${createdAfter}` : sql``}
      ${createdBefore ? sql`and created_at < ${createdBefore}` : sql``}
      ${before ? sql`and (created_at, id) < (${before.createdAt}, ${before.id})` : sql``}
    order by created_at desc, id desc limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    cartId: row.cart_id ?? undefined,
    state: row.state,
    total: money(BigInt(row.total_minor), row.currency),
    createdAt: row.created_at,
    reservedUntil: row.reserved_until,
    paymentId: row.payment_id ?? undefined,
    orderId: row.order_id ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }))
}
