import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { type AuditEntry, type EntryRow, toEntry } from './entry.ts'

export type Link = {
  readonly companyId: string
  readonly sequence: number
  readonly entryId: string
  readonly hash: Uint8Array
}

/**
 * Returns false when another process is linking. It is a statement of its own, so that the next statements see what that process
 * committed.
 */
export async function becomeLinker(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select name from platform.audit_linker where name = 'audit' for update skip locked
  `.execute(tx)
  return rows.length === 1
}

export async function hasPending(conn: Conn): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    /* across companies: one linker serves the chains of all */
    select exists (select from platform.audit_pending) as found
  `.execute(conn)
  return rows[0]?.found ?? false
}

export async function readPending(tx: Tx, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<EntryRow>`
    select e.*
    from platform.audit_pending p
    join platform.audit_entries e on e.company_id = p.company_id and e.id = p.id
    order by p.arrival
    limit ${limit}
  `.execute(tx)
  return rows.map(toEntry)
}

/** The last link of each company that has one. */
export async function readHeads(
  tx: Tx,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, Link>> {
  const { rows } = await sql<LinkRow>`
    select head.*
    from unnest(${companyIds}::text[]) as company(id)
    cross join lateral (
      select * from platform.audit_links
      where company_id = company.id order by sequence desc limit 1
    ) head
  `.execute(tx)
  return new Map(rows.map((row) => [row.company_id, toLink(row)]))
}

/** Adds the links and removes their entries from the list of pending entries. */
export async function insertLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  const rows = links.map(({ companyId, sequence, entryId, hash }) => ({
    company_id: companyId,
    sequence,
    entry_id: entryId,
    hash: Buffer.from(hash).toString('hex'),
  }))
  await sql`
    with link as (
      insert into platform.audit_links (company_id, sequence, entry_id, hash)
      select l.company_id, l.sequence, l.entry_id, decode(l.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as l(company_id text, sequence bigint, entry_id text, hash text)
      returning company_id, entry_id
    )
    delete from platform.audit_pending p using link
    where p.company_id = link.company_id and p.id = link.entry_id
  `.execute(tx)
}

/** A part of a chain with its entries, from `audit_links_pkey`. An entry that no longer exists is undefined. */
export async function readChain(
  conn: Conn,
  companyId: string,
  page: { readonly after: number; readonly limit: number },
): Promise<{ readonly link: Link; readonly entry: AuditEntry | undefined }[]> {
  const { rows } = await sql<
    EntryRow & { link_sequence: number; link_entry_id: string; link_hash: Uint8Array }
  >`
    select l.sequence as link_sequence, l.entry_id as link_entry_id, l.hash as link_hash, e.*
    from platform.audit_links l
    left join platform.audit_entries e on e.company_id = l.company_id and e.id = l.entry_id
    where l.company_id = ${companyId} and l.sequence > ${page.after}
    order by l.sequence
    limit ${page.limit}
  `.execute(conn)
  return rows.map((row) => ({
    link: {
      companyId,
      sequence: row.link_sequence,
      entryId: row.link_entry_id,
      hash: row.link_hash,
    },
    entry: row.id === null ? undefined : toEntry(row),
  }))
}

/** Counts entries that are in no chain: those that wait to be linked, and those that somebody inserted or unlinked. */
export async function countUnlinked(
  conn: Conn,
  companyId: string,
): Promise<{ readonly waiting: number; readonly stray: number }> {
  const { rows } = await sql<{ waiting: number; stray: number }>`
    select count(p.id) as waiting, count(*) - count(p.id) as stray
    from platform.audit_entries e
    left join platform.audit_links l on l.company_id = e.company_id and l.entry_id = e.id
    left join platform.audit_pending p on p.company_id = e.company_id and p.arrival = e.arrival
    where e.company_id = ${companyId} and l.entry_id is null
  `.execute(conn)
  return { waiting: rows[0]?.waiting ?? 0, stray: rows[0]?.stray ?? 0 }
}

/** How many entries of all companies wait to be linked, and since when the oldest one waits. */
export async function pendingBacklog(
  conn: Conn,
): Promise<{ readonly depth: number; readonly oldest: Date | undefined }> {
  const { rows } = await sql<{ depth: number; oldest: Date | null }>`
    /* across companies: the backlog of the one linker */
    select count(*) as depth, min(e.occurred_at) as oldest
    from platform.audit_pending p
    join platform.audit_entries e on e.company_id = p.company_id and e.id = p.id
  `.execute(conn)
  return { depth: rows[0]?.depth ?? 0, oldest: rows[0]?.oldest ?? undefined }
}

type LinkRow = { company_id: string; sequence: number; entry_id: string; hash: Uint8Array }

function toLink(row: LinkRow): Link {
  return {
    companyId: row.company_id,
    sequence: row.sequence,
    entryId: row.entry_id,
    hash: row.hash,
  }
}
