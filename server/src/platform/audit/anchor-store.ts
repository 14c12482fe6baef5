import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'

export type Anchor = {
  readonly companyId: string
  readonly sequence: number
  readonly hash: Uint8Array
  readonly sealed: string
}

export type Head = Omit<Anchor, 'sealed'>

type HeadRow = { company_id: string; sequence: number; hash: Uint8Array }

/** The last links of some companies' chains, in order. Only chains that have grown since their last anchor. */
export async function readGrownHeads(
  conn: Conn,
  page: { readonly after: string; readonly limit: number },
): Promise<{ readonly heads: readonly Head[]; readonly last: string | undefined }> {
  const { rows } = await sql<HeadRow & { anchored: number | null }>`
    /* across companies: the chain of each has its anchor */
    with recursive company(id, place) as (
      (select company_id, 1 from platform.audit_links
        where company_id > ${page.after} order by company_id limit 1)
      union all
      select (select l.company_id from platform.audit_links l
               where l.company_id > company.id order by l.company_id limit 1), place + 1
      from company where company.id is not null and place < ${page.limit}
    )
    select head.company_id, head.sequence, head.hash,
           (select max(a.sequence) from platform.audit_anchors a where a.company_id = company.id) as anchored
    from company
    cross join lateral (
      select * from platform.audit_links
      where company_id = company.id order by sequence desc limit 1
    ) head
    order by head.company_id
  `.execute(conn)
  return {
    heads: rows
      .filter(({ anchored, sequence }) => anchored === null || anchored < sequence)
      .map((row) => ({ companyId: row.company_id, sequence: row.sequence, hash: row.hash })),
    last: rows.at(-1)?.company_id,
  }
}

export async function insertAnchor(tx: Tx, anchor: Anchor, now: Date): Promise<void> {
  await sql`
    insert into platform.audit_anchors (company_id, sequence, hash, sealed, anchored_at)
    values (${anchor.companyId}, ${anchor.sequence}, ${anchor.hash}, ${anchor.sealed}, ${now})
    on conflict (company_id, sequence) do nothing
  `.execute(tx)
}

export async function listAnchors(conn: Conn, companyId: string): Promise<Anchor[]> {
  const { rows } = await sql<HeadRow & { sealed: string }>`
    select * from platform.audit_anchors where company_id = ${companyId} order by sequence
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    sequence: row.sequence,
    hash: row.hash,
    sealed: row.sealed,
  }))
}
