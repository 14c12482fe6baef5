import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import { deathsUntilAlone, isFree, type Lease, type Queue } from '#platform/leases'

/**
 * The rows of a table whose row is the job: whoever needs the document renders it, and no worker claims it. A process renders one at a
 * time, so each is worked on alone.
 */
export const renderingQueue = {
  waiting: ['WAITING'],
  // Longer than a rendering may take: only a process that died leaves a lease behind.
  leaseSeconds: 240,
  poison: { is: 'retried_slowly' },
} as const satisfies Partial<Queue>

export type Rendering = {
  readonly content: Buffer | undefined
  readonly sha256: string | undefined
  readonly isLeased: boolean
  /** When the next attempt is due, after a failure or after processes have died. */
  readonly retryAt: Date | undefined
}

export type RenderingStore = {
  read(): Promise<Rendering>
  /**
   * Claims the rendering, which one process has at a time. Returns the number of the attempt; undefined if the PDF is
   * rendered, if another process renders it, or before the next attempt is due.
   */
  claim(lease: Lease, now: Date): Promise<number | undefined>
  /** Changes nothing if another process has the lease by now. */
  saveRendered(
    token: string,
    rendered: { readonly content: Buffer; readonly sha256: string; readonly now: Date },
  ): Promise<void>
  saveFailure(
    token: string,
    failure: { readonly error: string; readonly retryAt: Date; readonly now: Date },
  ): Promise<void>
}

const nothing = { content: undefined, sha256: undefined, isLeased: false, retryAt: undefined }

/** One rendering: the row of the table with this key, whose columns begin with `company_id`. */
export function renderingIn(
  conn: Conn,
  table: `invoices.${string}`,
  key: Readonly<Record<string, string | number>> & { readonly company_id: string },
): RenderingStore {
  const entries = Object.entries(key)
  const isThisOne = sql.join(
    entries.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )
  const columns = sql.join(entries.map(([column]) => sql.ref(column)))
  const values = sql.join(entries.map(([, value]) => sql`${value}`))
  return {
    read: async () => {
      const { rows } = await sql<{
        content: Buffer | null
        sha256: string | null
        is_leased: boolean
        retry_at: Date | null
      }>`
        select content, sha256, lease_token is not null as is_leased,
          case when failed_at is not null or deaths > ${sql.lit(deathsUntilAlone)} then available_at end as retry_at
        from ${sql.table(table)} where ${isThisOne}
      `.execute(conn)
      const [row] = rows
      if (!row) return nothing
      return {
        content: row.content ?? undefined,
        sha256: row.sha256 ?? undefined,
        isLeased: row.is_leased,
        retryAt: row.retry_at ?? undefined,
      }
    },
    claim: async ({ token, until }, now) => {
      const { rows } = await sql<{ attempts: number }>`
        insert into ${sql.table(table)} as job (${columns}, attempts, available_at, lease_token, lease_until)
        values (${values}, 1, ${until}, ${token}, ${until})
        on conflict (${columns}) do update
          set attempts = job.attempts + 1, available_at = excluded.available_at,
            lease_token = excluded.lease_token, lease_until = excluded.lease_until
          where job.content is null and job.available_at <= ${now} and ${isFree(now)}
        returning attempts
      `.execute(conn)
      return rows[0]?.attempts
    },
    saveRendered: async (token, { content, sha256, now }) => {
      await sql`
        update ${sql.table(table)} set state = 'RENDERED', deaths = 0, content = ${content}, sha256 = ${sha256}, rendered_at = ${now},
          lease_token = null, lease_until = null, failed_at = null, error = null, retry_at = null
        where ${isThisOne} and lease_token = ${token} and content is null
      `.execute(conn)
    },
    saveFailure: async (token, { error, retryAt, now }) => {
      await sql`
        update ${sql.table(table)} set failed_at = coalesce(failed_at, ${now}), error = ${error.slice(0, 500)},
          retry_at = ${retryAt}, available_at = ${retryAt}, deaths = 0, lease_token = null, lease_until = null
        where ${isThisOne} and lease_token = ${token} and content is null
      `.execute(conn)
    },
  }
}

export type FailingMetrics = {
  readonly failing: number
  readonly oldestFailure: Date | undefined
}

export async function measureRenderings(
  conn: Conn,
  table: `invoices.${string}`,
): Promise<FailingMetrics> {
  const { rows } = await sql<{ failing: number; oldest: Date | null }>`
    /* across companies: the operators' surfaces count all */
    select count(*) as failing, min(failed_at) as oldest from ${sql.table(table)} where failed_at is not null
  `.execute(conn)
  const { failing = 0, oldest = null } = rows[0] ?? {}
  return { failing, oldestFailure: oldest ?? undefined }
}
