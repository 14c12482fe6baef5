import pg from 'pg'
import { listQueueTables } from './claims.ts'
import { until } from './until.ts'

/** An event becomes a row of a queue, and its end another event. Between them nothing is due for a moment. */
const looks = 50

/** Waits until the workers have nothing left to do at `now`: every run of the flows leaves the same rows then. */
export async function untilIdle(databaseUrl: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const open = await openWorkSql(client, await listQueueTables(databaseUrl))
    let idleLooks = 0
    let found: string[] = []
    await until(
      async () => {
        const { rows } = await client.query<{ name: string }>(open, [now])
        found = rows.map(({ name }) => name)
        idleLooks = found.length === 0 ? idleLooks + 1 : 0
        return idleLooks === looks
      },
      () => `the end of the work in ${found.join(', ')}`,
    )
  } finally {
    await client.end()
  }
}

/**
 * The queues with a row that is leased or due, and the event log while no subscription has read all of it. Most read only as
 * far as the last event of their types: when the others are behind, they are so for a moment.
 */
async function openWorkSql(client: pg.Client, queueTables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; condition: string | null }>(
    `select q.name, pg_get_expr(i.indpred, i.indrelid) as condition
     from unnest($1::text[]) as q (name)
     left join (pg_index i join pg_class c on c.oid = i.indexrelid and c.relname like '%\\_due')
       on i.indrelid = q.name::regclass`,
    [queueTables],
  )
  const queues = rows.map(({ name, condition }) => {
    const isDue = condition ? ` or (${condition} and available_at <= $1)` : ''
    return `select '${name}' as name where exists (select from ${name} where lease_token is not null${isDue})`
  })
  const events = `select 'platform.events' where exists (select from platform.events where position is null)
    or (select last_position from platform.sequencer) > (select max(position) from platform.subscriptions)`
  return [...queues, events].join(' union all ')
}
