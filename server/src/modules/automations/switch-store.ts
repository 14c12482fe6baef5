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

export async function deleteSwitch(tx: Tx, scope: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from automations.switches where scope = ${scope}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** What a switch held goes on where no other holds it. */
export async function releaseSwitched(tx: Tx, scope: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the switch may be everybody's */
    update automations.runs r
    set state = 'PENDING', reason = null, available_at = ${now}, attempts = 0
    where r.state = 'HELD' and r.reason = 'switched_off' and ${scope} in ('all', r.company_id)
      and not exists (select from automations.switches s where s.scope in ('all', r.company_id))
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
