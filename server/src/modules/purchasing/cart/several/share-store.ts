import { type Conn, sql, type Tx } from '#platform/db'
import type { CartOwner } from '../cart.ts'
import type { ShareRow } from '../tables.ts'

export const shareRights = ['READ', 'EDIT'] as const
export type ShareRight = (typeof shareRights)[number]

/** A member with whom the owner of a cart shares it. */
export type CartShare = {
  readonly memberId: string
  readonly right: ShareRight
  readonly sharedAt: Date
}

/** The owner of a cart that is shared with the member, and the member's right. */
export async function findShareOf(
  conn: Conn,
  { companyId, cartId, memberId }: { companyId: string; cartId: string; memberId: string },
): Promise<{ readonly ownerId: string; readonly right: ShareRight } | undefined> {
  const { rows } = await sql<{ owner_id: string; member_right: ShareRight }>`
    select coalesce(c.owner_id, c.inactive_owner_id) as owner_id, s.member_right
    from cart.shares s join cart.carts c on c.company_id = s.company_id and c.id = s.cart_id
    where s.company_id = ${companyId} and s.cart_id = ${cartId} and s.member_id = ${memberId}
  `.execute(conn)
  const [row] = rows
  return row && { ownerId: row.owner_id, right: row.member_right }
}

/** The condition that finds the carts which others share with the member. */
export function isSharedWith({ companyId, ownerId: memberId }: CartOwner) {
  return sql`t.company_id = ${companyId} and t.id in (
    select s.cart_id from cart.shares s where s.company_id = ${companyId} and s.member_id = ${memberId})`
}

/** The rights of the member in these carts. A cart that is not shared with the member is missing. */
export async function listRights(
  conn: Conn,
  { companyId, ownerId: memberId }: CartOwner,
  cartIds: readonly string[],
): Promise<ReadonlyMap<string, ShareRight>> {
  const { rows } = await sql<{ cart_id: string; member_right: ShareRight }>`
    select cart_id, member_right from cart.shares
    where company_id = ${companyId} and member_id = ${memberId} and cart_id = any(${[...cartIds]}::text[])
  `.execute(conn)
  return new Map(rows.map((row) => [row.cart_id, row.member_right]))
}

/** Oldest first. */
export async function listShares(
  conn: Conn,
  companyId: string,
  cartId: string,
): Promise<CartShare[]> {
  const { rows } = await sql<ShareRow>`
    select * from cart.shares where company_id = ${companyId} and cart_id = ${cartId} order by shared_at, member_id
  `.execute(conn)
  return rows.map((row) => ({
    memberId: row.member_id,
    right: row.member_right as ShareRight,
    sharedAt: row.shared_at,
  }))
}

export async function putShare(
  tx: Tx,
  { companyId, cartId }: { companyId: string; cartId: string },
  { memberId, right, sharedAt }: CartShare,
): Promise<void> {
  await sql`
    insert into cart.shares (company_id, cart_id, member_id, member_right, shared_at)
    values (${companyId}, ${cartId}, ${memberId}, ${right}, ${sharedAt})
    on conflict (company_id, cart_id, member_id) do update set member_right = excluded.member_right
  `.execute(tx)
}

/** Without a member: all shares of the cart. Answers how many ended. */
export async function deleteShares(
  tx: Tx,
  { companyId, cartId }: { companyId: string; cartId: string },
  memberId?: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from cart.shares
    where company_id = ${companyId} and cart_id = ${cartId}
      and (${memberId ?? null}::text is null or member_id = ${memberId ?? null})
  `.execute(tx)
  return Number(numAffectedRows)
}

/** Participant: nobody shares carts with the member any more, and colleagues no longer reach those of the member. */
export async function endSharesOfMember(
  tx: Tx,
  companyId: string,
  memberId: string,
): Promise<void> {
  await sql`
    delete from cart.shares s using cart.carts c
    where s.company_id = ${companyId} and c.company_id = s.company_id and c.id = s.cart_id
      and (s.member_id = ${memberId} or coalesce(c.owner_id, c.inactive_owner_id) = ${memberId})
  `.execute(tx)
}
