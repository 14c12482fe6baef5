import { sql } from 'kysely'
import type { Conn } from '#platform/db'

/** The instant until which every day was compared with the providers. Undefined before the first comparison. */
export async function findComparedUntil(conn: Conn): Promise<Date | undefined> {
  const { rows } = await sql<{ compared_until: Date }>`
    select compared_until from payments.comparisons
  `.execute(conn)
  return rows[0]?.compared_until
}

/** Never moves back: of two runs at once the further one counts. */
export async function saveComparedUntil(conn: Conn, until: Date): Promise<void> {
  await sql`
    insert into payments.comparisons (compared_until) values (${until})
    on conflict (only_row) do update
    set compared_until = greatest(payments.comparisons.compared_until, excluded.compared_until)
  `.execute(conn)
}
