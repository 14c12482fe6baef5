import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'

export type ExportKey = { readonly companyId: string; readonly id: string }

export type ExportPart = {
  readonly part: number
  readonly section: string
  /** The field of a section that is not a list. */
  readonly field: string | undefined
  readonly sealed: string
}

/** How many parts are read at once while an export is sent: each has some hundred rows of a person. */
const partsAtOnce = 4

export async function insertPart(
  tx: Tx,
  { companyId, id }: ExportKey,
  { part, section, field, sealed }: ExportPart,
): Promise<void> {
  await sql`
    insert into identity.privacy_export_parts (company_id, export_id, part, section, field, content_sealed)
    values (${companyId}, ${id}, ${part}, ${section}, ${field ?? null}, ${sealed})
  `.execute(tx)
}

/** Reads parts in their order, a few at a time, optionally of one section and field only. Uses the primary key. */
export async function* readParts(
  conn: Conn,
  { companyId, id }: ExportKey,
  only?: Pick<ExportPart, 'section' | 'field'>,
): AsyncGenerator<ExportPart> {
  const ofTable = only
    ? sql`section = ${only.section} and field is not distinct from ${only.field ?? null}`
    : sql`true`
  let after = -1
  for (;;) {
    const { rows } = await sql<{
      part: number
      section: string
      field: string | null
      content_sealed: string
    }>`
      select part, section, field, content_sealed from identity.privacy_export_parts
      where company_id = ${companyId} and export_id = ${id} and part > ${after} and ${ofTable}
      order by part limit ${partsAtOnce}
    `.execute(conn)
    for (const { content_sealed: sealed, field, ...row } of rows) {
      yield { ...row, field: field ?? undefined, sealed }
      after = row.part
    }
    if (rows.length < partsAtOnce) return
  }
}

export async function deleteParts(conn: Conn, { companyId, id }: ExportKey): Promise<void> {
  await sql`
    delete from identity.privacy_export_parts where company_id = ${companyId} and export_id = ${id}
  `.execute(conn)
}

/** Deletes parts of exports that have ended: a process that died while it sent one left them. */
export async function deleteLeftParts(conn: Conn, takenBefore: Date): Promise<void> {
  await sql`
    /* across companies: tidying up */
    delete from identity.privacy_export_parts p using identity.privacy_exports e
    where (e.company_id, e.id) = (p.company_id, p.export_id)
      and (e.state = 'EXPIRED' or (e.state = 'TAKEN' and e.taken_at < ${takenBefore}))
  `.execute(conn)
}
