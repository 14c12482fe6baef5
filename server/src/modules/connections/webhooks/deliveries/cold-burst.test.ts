import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { firstIdAt } from '#kernel/id'
import type { Tx } from '#platform/db'
import { createClaimer, leaseFor } from '#platform/leases'
import { deliveryQueue } from './delivery.ts'
import { claimDeliveries, giveBack, readDispatches, recordAttempts } from './queue-store.ts'

const events = 2_000
const batch = 100
/** Two endpoints for each. To read all of them once is a plan for a table that is small; once for each row is none. */
const backlog = 2 * events
const database = await useDatabase()

/** Many at once, of few companies and one moment, in tables of which the statistics know nothing. */
const now = new Date()
const first = firstIdAt('dlv', now).slice('dlv_'.length, -16)
await sql`
    insert into webhooks.endpoints
      (company_id, id, name, url, events, state, secret_sealed, created_at, updated_at, enabled_at)
    select 'co_' || c, 'whk_' || c || e, 'burst', 'http://127.0.0.1:9', '{*}', 'ACTIVE', 'x', now(), now(), now()
    from unnest(array['a', 'b']) c, unnest(array['1', '2']) e
  `.execute(database.pool)
await sql`
    insert into webhooks.messages (company_id, event_id, type, occurred_at, body)
    select case n % 2 when 0 then 'co_a' else 'co_b' end, 'evt_' || ${first}::text || left(md5(n::text), 16),
           'order.created', ${now}, '{}'
    from generate_series(1, ${events}::int) n
  `.execute(database.pool)
await sql`
    /* across companies: a burst of two */
    insert into webhooks.deliveries
      (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, created_at)
    select company_id, 'dlv_' || ${first}::text || left(md5(event_id || e), 16),
           'whk_' || right(company_id, 1) || e, event_id, type, ${now}, 'PENDING', ${now}, ${now}
    from webhooks.messages, unnest(array['1', '2']) e
  `.execute(database.pool)
const lease = leaseFor(deliveryQueue, now)
const claimed = await database.transaction((tx) =>
  claimDeliveries(tx, createClaimer(deliveryQueue), lease, now, batch),
)
const read = await rowsRead((tx) => readDispatches(tx, claimed, lease, now))
const dispatches = read.result
expect(dispatches).toHaveLength(batch)
expect(read.rows, 'deliveries and messages, each by its key').toBeLessThanOrEqual(4 * batch)

describe('a batch never reads the whole backlog of a burst that the statistics do not know yet', () => {
  it('when it returns rows', async () => {
    const returns = dispatches.slice(0, 50).map((dispatch) => ({
      dispatch,
      availableAt: new Date(),
    }))
    const { result, rows } = await rowsRead((tx) => giveBack(tx, returns, new Date()))
    expect(result).toBe(50)
    expect(rows).toBeLessThanOrEqual(backlog + 8 * batch)
  })

  it('when it records rows', async () => {
    const at = new Date()
    const judged = dispatches.slice(50).map((dispatch) => ({
      sent: {
        dispatch,
        attempt: {
          startedAt: at,
          ms: 5,
          statusCode: 204,
          errorClass: undefined,
          requestHeaders: {},
          responseBody: undefined,
        },
        retryAfter: undefined,
      },
      verdict: { state: 'SUCCEEDED' as const },
      finishedAt: at,
    }))
    const { result, rows } = await rowsRead((tx) => recordAttempts(tx, judged))
    expect(result).toEqual([])
    expect(rows).toBeLessThanOrEqual(backlog + 8 * batch)
  })
})

/** What the statements of `work` fetch of deliveries and messages, as PostgreSQL itself counts it. */
async function rowsRead<T>(work: (tx: Tx) => Promise<T>): Promise<{ result: T; rows: number }> {
  return database.transaction(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(coalesce(idx_tup_fetch, 0) + seq_tup_read), 0)::int as count
        from pg_stat_xact_user_tables
        where schemaname = 'webhooks' and relname ~ '^(deliveries|messages)'
      `.execute(tx)
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const result = await work(tx)
    return { result, rows: (await count()) - before }
  })
}
