import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'

/** `all`, or the company that is stopped. */
export type KillSwitch = {
  readonly scope: string
  readonly by: string
  readonly at: Date
  readonly note: string
}

export async function listSwitches(conn: Conn): Promise<KillSwitch[]> {
  const { rows } = await sql<{ scope: string; off_by: string; off_at: Date; note: string }>`
    select scope, off_by, off_at, note from automations.switches order by off_at desc limit 200
  `.execute(conn)
  return rows.map((row) => ({
    scope: row.scope,
    by: row.off_by,
    at: row.off_at,
    note: row.note,
  }))
}

export async function insertSwitch(tx: Tx, { scope, by, at, note }: KillSwitch): Promise<void> {
  await sql`
    insert into automations.switches (scope, off_by, off_at, note) values (${scope}, ${by}, ${at}, ${note})
    on conflict (scope) do nothing
  `.execute(tx)
}

/** A switch that operators had set before stays theirs. */
export async function insertClosingSwitch(tx: Tx, companyId: string, now: Date): Promise<void> {
  await sql`
    insert into automations.switches (scope, off_by, off_at, note, by_closing)
    values (${companyId}, 'system', ${now}, 'The company is closed.', true)
    on conflict (scope) do nothing
  `.execute(tx)
}

export async function deleteClosingSwitch(tx: Tx, companyId: string): Promise<void> {
  await sql`
    delete from automations.switches where scope = ${companyId} and by_closing
  `.execute(tx)
}

export async function deleteSwitch(tx: Tx, scope: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from automations.switches where scope = ${scope}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** A batch, the oldest first. Uses `runs_due`. */
export async function holdWaiting(conn: Conn, scope: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the switch may be everybody's */
    with waiting as materialized (
      select company_id, id from automations.runs
      where state in ('PENDING', 'RETRYING') and ${scope} in ('all', company_id)
        and exists (select from automations.switches s where s.scope = ${scope})
      order by available_at, id
      limit ${limit}
      for update skip locked
    )
    update automations.runs r set state = 'HELD', reason = 'switched_off'
    from waiting w where (r.company_id, r.id) = (w.company_id, w.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Releases a batch of runs that no switch holds any more, the oldest first. */
export async function releaseSwitched(conn: Conn, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the switch may be everybody's */
    with free as materialized (
      select r.company_id, r.id from automations.runs r
      where r.state = 'HELD' and r.reason = 'switched_off'
        and not exists (select from automations.switches s where s.scope in ('all', r.company_id))
      order by r.id
      limit ${limit}
      for update of r skip locked
    )
    update automations.runs r
    set state = 'PENDING', reason = null, available_at = ${now}, attempts = 0
    from free f where (r.company_id, r.id) = (f.company_id, f.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
