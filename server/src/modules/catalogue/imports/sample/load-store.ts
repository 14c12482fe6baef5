import { type Conn, sql, type Tx } from '#platform/db'

export type Load = { readonly linesDone: number; readonly completed: boolean }

type LoadRow = { lines_done: number; completed: boolean }

export async function findLoad(conn: Conn, name: string): Promise<Load | undefined> {
  const { rows } = await sql<LoadRow>`
    select lines_done, completed_at is not null as completed from imports.loads where name = ${name}
  `.execute(conn)
  return rows[0] && { linesDone: rows[0].lines_done, completed: rows[0].completed }
}

/**
 * Locks the load until the transaction ends, and returns its progress. It waits as long as another process has the
 * lock.
 */
export async function claimLoad(tx: Tx, name: string): Promise<Load> {
  await sql`select set_config('lock_timeout', '60s', true)`.execute(tx)
  await sql`
    insert into imports.loads (name, lines_done, completed_at) values (${name}, 0, null) on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<LoadRow>`
    select lines_done, completed_at is not null as completed from imports.loads where name = ${name} for update
  `.execute(tx)
  return { linesDone: rows[0]?.lines_done ?? 0, completed: rows[0]?.completed ?? false }
}

export async function markLoadProgress(tx: Tx, name: string, linesDone: number): Promise<void> {
  await sql`
    update imports.loads set lines_done = greatest(lines_done, ${linesDone}::integer) where name = ${name}
  `.execute(tx)
}

export async function markLoadCompleted(tx: Tx, name: string, now: Date): Promise<void> {
  await sql`
    insert into imports.loads (name, lines_done, completed_at) values (${name}, 0, ${now})
    on conflict (name) do update set completed_at = excluded.completed_at
  `.execute(tx)
}
