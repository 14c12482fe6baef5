import { sql, type Tx } from '#platform/db'
import type { DayRange, Partitioned } from '#platform/partitions'

type Need = NonNullable<Partitioned['neededFor']>

/**
 * A day of the log is dropped when its retention is over, every reader has passed it, and no reader has set events of it aside.
 * `neededToo` returns why a day must stay for modules that read events again by their ids.
 */
export function eventPartitions(keepDays: number, neededToo?: Need): Partitioned {
  const neededFor: Need = async (tx, range, now) =>
    (await reasonToKeep(tx, range)) ?? (await neededToo?.(tx, range, now))
  return { table: 'platform.events', column: 'id', prefix: 'evt', keepDays, neededFor }
}

async function reasonToKeep(tx: Tx, { from, to }: DayRange): Promise<string | undefined> {
  const { rows } = await sql<{
    unnumbered: boolean
    reader: string | null
    set_aside: string | null
  }>`
    /* across companies: a day of the log holds the events of all */
    with last as materialized (
      select (select max(position) from platform.events
              where id >= ${from} and id < ${to} and position is not null) as position
    )
    select exists (
             select from platform.events where id >= ${from} and id < ${to} and position is null
           ) as unnumbered,
           (select string_agg(name, ', ' order by name) from platform.subscriptions s
            where s.position < last.position) as reader,
           (select string_agg(distinct a.subscription, ', ') from platform.set_aside_events a
            where a.event_id >= ${from} and a.event_id < ${to}) as set_aside
    from last
  `.execute(tx)
  if (rows[0]?.unnumbered) return 'events have no number yet'
  const reader = rows[0]?.reader
  if (reader) return `${reader} has not read it`
  const setAside = rows[0]?.set_aside
  return setAside ? `${setAside} has set events of it aside` : undefined
}
