import { type Conn, sql } from '#platform/db'
import { readChanges, type StoredChanges } from './stored-changes.ts'
import type { OrderVersion } from './version.ts'

type VersionRow = { version: number; kind: string; happened_at: Date; changes: StoredChanges }

export type VersionPage = { readonly before?: number | undefined; readonly limit: number }

/** The steps of an order that changed terms, newest first. `after`: only the later ones. An order has at most 2,000 steps. */
export async function listVersions(
  conn: Conn,
  companyId: string,
  orderId: string,
  { after, before, limit, supplierId }: VersionPage & Range,
): Promise<OrderVersion[]> {
  const { rows } = await sql<VersionRow>`
    select version, kind, happened_at, changes from orders.timeline
    where company_id = ${companyId} and order_id = ${orderId} and changes is not null
      ${after === undefined ? sql`` : sql`and version > ${after}`}
      ${before === undefined ? sql`` : sql`and version < ${before}`}
      ${supplierId === undefined ? sql`` : sql`and changes -> 'revisions' ? ${supplierId}`}
    order by version desc
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => toVersion(row, supplierId))
}

type Range = {
  readonly after?: number | undefined
  /** Only the part of this supplier. */
  readonly supplierId?: string | undefined
}

function toVersion(row: VersionRow, supplierId: string | undefined): OrderVersion {
  const { version, kind, happened_at: changedAt } = row
  const changes = readChanges(row.changes)
  if (supplierId === undefined) return { version, kind, changedAt, changes }
  const revision = changes.revisions[supplierId]
  const own = {
    lines: changes.lines.filter((line) => line.supplierCompanyId === supplierId),
    revisions: revision === undefined ? {} : { [supplierId]: revision },
  }
  return { version, kind, changedAt, changes: own }
}
