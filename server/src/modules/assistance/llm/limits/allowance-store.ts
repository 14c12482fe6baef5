import type { Allowance } from '#kernel/actor'
import { type Conn, sql, type Tx } from '#platform/db'

/** Reserves tokens of what a companion's token allows. Returns false if it allows fewer: then it changes nothing. */
export async function reserveAllowance(
  tx: Tx,
  companyId: string,
  { id, tokens: allowed, expiresAt }: Allowance,
  tokens: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into llm.allowances as a (company_id, token_id, reserved, expires_at)
    select ${companyId}, ${id}, ${tokens}::bigint, ${expiresAt} where ${tokens}::bigint <= ${allowed}::bigint
    on conflict (company_id, token_id) do update set reserved = a.reserved + excluded.reserved
    where a.reserved + excluded.reserved <= ${allowed}::bigint
    returning 1
  `.execute(tx)
  return rows.length === 1
}

/** Deletes what belongs to tokens that have expired, some at a time. */
export async function deleteOldAllowances(
  conn: Conn,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    /* across companies: expired tokens of all companies */
    with old as (
      delete from llm.allowances where ctid = any(array(
        select ctid from llm.allowances where expires_at < ${before} order by expires_at limit ${limit}
      )) returning 1
    )
    select count(*)::integer as deleted from old
  `.execute(conn)
  return rows[0]?.deleted ?? 0
}
