import pg from 'pg'
import type { Inspect } from './prepared-statements.ts'

/** A query that reads across companies says so with this comment, and gives the reason. */
const acrossCompanies = /\/\*\s*across companies:\s*[^\s*]/

export type TenancyGuard = {
  readonly inspect: Inspect
  /** Call this after the tables have changed. */
  forget(): void
}

/**
 * Fails a query that names a table with a `company_id` and does not mention the company: one tenant would read or change the rows
 * of another. It is on in tests, which run every store function.
 */
export function createTenancyGuard(connection: pg.ClientConfig): TenancyGuard {
  let tenantTables: Promise<RegExp | undefined> | undefined
  return {
    inspect: async (text) => {
      if (text.includes('company_id') || acrossCompanies.test(text)) return
      tenantTables ??= readTenantTables(connection).catch((error: unknown) => {
        tenantTables = undefined
        throw error
      })
      const named = (await tenantTables)?.exec(text)
      if (named) {
        throw new Error(
          `Query on ${named[0].replaceAll('"', '')} without company_id. Scope it by company, or write ` +
            `/* across companies: <why> */ into it.\n${text}`,
        )
      }
    },
    forget: () => {
      tenantTables = undefined
    },
  }
}

/** A pattern that finds any of the tenant tables in a text, quoted or not. Undefined when there are none yet. */
async function readTenantTables(connection: pg.ClientConfig): Promise<RegExp | undefined> {
  const client = new pg.Client(connection)
  // A lost connection fails the query that was running, which is report enough.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ schema: string; table: string }>(`
      select n.nspname as schema, c.relname as table
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      join pg_namespace n on n.oid = c.relnamespace
      where a.attname = 'company_id' and not a.attisdropped
        and n.nspname not in ('pg_catalog', 'information_schema')
    `)
    if (rows.length === 0) return undefined
    const names = rows.map(({ schema, table }) => `"?${schema}"?\\s*\\.\\s*"?${table}"?`)
    return new RegExp(`(?<![\\w"])(${names.join('|')})(?![\\w"])`, 'i')
  } finally {
    await client.end()
  }
}
