import { expect } from 'vitest'
import { type Database, sql } from '#platform/db'

/** Until one statement of this database waits for what another transaction holds. */
export async function untilOneWaits(database: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database.pool)
    return rows[0]?.waiting
  }
  await expect.poll(waiting).toBe(1)
}
