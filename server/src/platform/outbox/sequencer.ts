import { sql } from 'kysely'
import { idRange } from '#kernel/id'
import { type Conn, type Database, inIndexOrder, type Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { LoggedEvent } from './event.ts'
import type { EventRow } from './event-row.ts'
import { toEvent } from './store.ts'

export const batchMax = 1_000

/**
 * Numbers events that have committed: `position` in the whole log, `sequence` within the company. One sequencer works at a time,
 * and the lock of its row is the fence. The lock ends with the transaction that writes the numbers, so a sequencer that was
 * replaced can never write. Returns the events that it numbered, in their order. `isCertain`: a ring has announced events, so it
 * does not check first.
 */
export async function numberEvents(database: Database, isCertain = false): Promise<LoggedEvent[]> {
  if (!isCertain && !(await hasUnnumbered(database.pool))) return []
  return database.transaction(async (tx) => {
    // A statement of its own: the next one must see everything that the previous sequencer has committed.
    if (!(await becomeSequencer(tx))) return []
    const batch = await readUnnumbered(tx)
    if (batch.length === 0) return []
    const events = await numberBatch(tx, batch)
    crashPoint('outbox.events.numbered')
    return events
  })
}

async function becomeSequencer(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select last_position from platform.sequencer where name = 'events' for update skip locked
  `.execute(tx)
  return rows.length === 1
}

async function hasUnnumbered(conn: Conn): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    /* across companies: the sequencer numbers the events of all */
    select exists (select from platform.events where position is null) as found
  `.execute(conn)
  return rows[0]?.found ?? false
}

type Unnumbered = { readonly company_id: string; readonly id: string }

/** In the order of arrival, which is the order of cause: whoever saw a committed event and emitted another one came later. */
async function readUnnumbered(tx: Tx): Promise<Unnumbered[]> {
  const { rows } = await inIndexOrder(tx, () =>
    sql<Unnumbered>`
      /* across companies: the sequencer numbers the events of all */
      select company_id, id from platform.events
      where position is null order by arrival limit ${sql.lit(batchMax)}
    `.execute(tx),
  )
  return rows
}

/**
 * The counter of each company moves once. The smallest and the largest id stand beside the keys, so that PostgreSQL does not open
 * the days without events of the batch. A plan that is made before the keys are known cannot leave those days out.
 */
async function numberBatch(tx: Tx, events: readonly Unnumbered[]): Promise<LoggedEvent[]> {
  const ids = events.map(({ id }) => id)
  const { first, last } = idRange(ids)
  const { rows } = await sql<EventRow>`
    /* across companies: there is one log, and a sequence for each company */
    with batch as materialized (
      select b.company_id, b.id, b.arrival
      from unnest(${events.map(({ company_id }) => company_id)}::text[], ${ids}::text[])
        with ordinality as b(company_id, id, arrival)
    ),
    head as (
      update platform.sequencer set last_position = last_position + (select count(*) from batch)
      where name = 'events' returning last_position
    ),
    counted as (
      select company_id, count(*) as added from batch group by company_id
    ),
    counters as (
      insert into platform.company_sequences as c (company_id, last_sequence)
      select company_id, added from counted
      on conflict (company_id) do update set last_sequence = c.last_sequence + excluded.last_sequence
      returning company_id, last_sequence
    ),
    numbered as (
      select b.company_id, b.id,
             h.last_position - (select count(*) from batch) + row_number() over (order by b.arrival) as position,
             c.last_sequence - n.added
               + row_number() over (partition by b.company_id order by b.arrival) as sequence
      from batch b
      join counted n on n.company_id = b.company_id
      join counters c on c.company_id = b.company_id
      cross join head h
    )
    update platform.events as e
    set position = numbered.position, sequence = numbered.sequence
    from numbered
    where (e.company_id, e.id) = (numbered.company_id, numbered.id)
      and e.id >= ${first} and e.id <= ${last}
    returning e.*
  `.execute(tx)
  return rows.map(toEvent).sort((one, other) => one.position - other.position)
}

export type Backlog = { readonly depth: number; readonly oldestAgeSeconds: number }

/** Events that are written and not numbered yet. The sequencer empties this buffer, which survives a restart. */
export async function unnumberedBacklog(conn: Conn, now: Date): Promise<Backlog> {
  const { rows } = await sql<{ depth: number; oldest: Date | null }>`
    /* across companies: the backlog of the whole log */
    select count(*) as depth, min(occurred_at) as oldest from platform.events where position is null
  `.execute(conn)
  const oldest = rows[0]?.oldest
  const oldestAgeSeconds = oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0
  return { depth: rows[0]?.depth ?? 0, oldestAgeSeconds }
}
