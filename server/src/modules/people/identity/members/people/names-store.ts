import { type Conn, sql } from '#platform/db'

/** The names of companies and people by id, at most 500 at once. Ids that do not exist are missing. */
export async function listNames(
  conn: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from identity.companies where id = any(${[...ids]}::text[])
    union all
    select id, name from identity.users where id = any(${[...ids]}::text[])
    limit 500
  `.execute(conn)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
