import { type Conn, sql, type Tx } from '#platform/db'
import type { Viewer } from './viewer.ts'

/** What a viewer and the company have chosen. */
export type Controls = {
  readonly optedOut: boolean
  /** The company shows no sponsored places to anybody. */
  readonly companyOff: boolean
  /** Advertisers that the viewer does not want to see. */
  readonly hidden: readonly string[]
}

export async function readControls(conn: Conn, { companyId, id }: Viewer): Promise<Controls> {
  const { rows } = await sql<{
    opted_out: boolean | null
    hidden_company_ids: string[] | null
    sponsored: boolean | null
  }>`
    select v.opted_out, v.hidden_company_ids, c.sponsored
    from (select ${companyId}::text as company_id, ${id}::text as viewer_id) as asked
    left join ads.viewer_controls v using (company_id, viewer_id)
    left join ads.company_controls c using (company_id)
  `.execute(conn)
  const [row] = rows
  return {
    optedOut: row?.opted_out ?? false,
    companyOff: row?.sponsored === false,
    hidden: row?.hidden_company_ids ?? [],
  }
}

export type ControlsChange = {
  readonly optedOut?: boolean | undefined
  readonly hidden?: readonly string[] | undefined
}

/** Absent fields do not change, also while another request changes them. */
export async function saveViewerControls(
  tx: Tx,
  { companyId, id }: Viewer,
  { optedOut, hidden }: ControlsChange,
  now: Date,
): Promise<void> {
  const choice = sql`${optedOut ?? null}::boolean`
  const hiddenIds = sql`${hidden ? [...hidden] : null}::text[]`
  await sql`
    insert into ads.viewer_controls as v (company_id, viewer_id, opted_out, hidden_company_ids, changed_at)
    values (${companyId}, ${id}, coalesce(${choice}, false), coalesce(${hiddenIds}, '{}'), ${now})
    on conflict (company_id, viewer_id) do update set opted_out = coalesce(${choice}, v.opted_out),
      hidden_company_ids = coalesce(${hiddenIds}, v.hidden_company_ids), changed_at = excluded.changed_at
  `.execute(tx)
}

export async function saveCompanyControls(
  tx: Tx,
  companyId: string,
  sponsored: boolean,
  changedBy: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into ads.company_controls (company_id, sponsored, changed_by, changed_at)
    values (${companyId}, ${sponsored}, ${changedBy}, ${now})
    on conflict (company_id) do update set sponsored = excluded.sponsored,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
  `.execute(tx)
}
