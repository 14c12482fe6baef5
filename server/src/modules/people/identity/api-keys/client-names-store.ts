import { type Conn, sql } from '#platform/db'

export type ClientName = {
  readonly companyName: string | undefined
  readonly clientName: string | undefined
}

/**
 * Returns the names of integrations and partner apps, and of their companies, in the order of the requested ids. A
 * key has the name of its newest rotation. At most a page of them at once.
 */
export async function listClientNames(
  conn: Conn,
  clients: readonly { readonly companyId: string; readonly clientId: string }[],
): Promise<ClientName[]> {
  if (clients.length === 0) return []
  const { rows } = await sql<{ company_name: string | null; client_name: string | null }>`
    select c.name as company_name, coalesce(k.name, a.name) as client_name
    from unnest(${clients.map(({ companyId }) => companyId)}::text[],
                ${clients.map(({ clientId }) => clientId)}::text[])
      with ordinality as requested(company_id, client_id, place)
    left join identity.companies c on c.id = requested.company_id
    left join identity.oauth_apps a on a.id = requested.client_id
    left join lateral (
      select name from identity.api_keys
      where company_id = requested.company_id and client_id = requested.client_id
      order by id desc limit 1
    ) k on true
    order by requested.place
  `.execute(conn)
  return rows.map((row) => ({
    companyName: row.company_name ?? undefined,
    clientName: row.client_name ?? undefined,
  }))
}
