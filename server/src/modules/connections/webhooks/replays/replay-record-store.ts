import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { FinishedState } from '../deliveries/delivery.ts'
import { type ReplayRow, tables } from '../tables.ts'
import type { Replay, ReplayProgress } from './replay.ts'

export type NewReplay = Pick<
  Replay,
  | 'id'
  | 'companyId'
  | 'endpointId'
  | 'since'
  | 'until'
  | 'types'
  | 'states'
  | 'missing'
  | 'perSecond'
  | 'matched'
  | 'createdAt'
>

/** Returns false while another replay of the endpoint is running. */
export async function insertRecord(tx: Tx, replay: NewReplay): Promise<boolean> {
  const { companyId, id, endpointId, since, until, types, states, missing } = replay
  const { perSecond, matched, createdAt } = replay
  const { numAffectedRows } = await sql`
    insert into webhooks.replays
      (company_id, id, endpoint_id, state, since, until, event_types, states, missing, per_second, matched,
       available_at, created_at)
    values (${companyId}, ${id}, ${endpointId}, 'RUNNING', ${since}, ${until}, ${types ?? null}::text[],
            ${states}::text[], ${missing}, ${perSecond}, ${matched}, ${createdAt}, ${createdAt})
    on conflict (company_id, endpoint_id) where state = 'RUNNING' do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function findReplay(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Replay | undefined> {
  const row = await tables(conn)
    .selectFrom('webhooks.replays')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toReplay(row)
}

export async function findRunning(
  conn: Conn,
  companyId: string,
  endpointId: string,
): Promise<Replay | undefined> {
  const row = await tables(conn)
    .selectFrom('webhooks.replays')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return row && toReplay(row)
}

/** Newest first. Uses `replays_by_endpoint`. */
export async function listReplays(
  conn: Conn,
  companyId: string,
  endpointId: string,
  { before, limit }: { readonly before?: string; readonly limit: number },
): Promise<Replay[]> {
  const rows = await tables(conn)
    .selectFrom('webhooks.replays')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReplay)
}

/** Counts the deliveries of a replay by state. Uses `deliveries_by_replay`. */
export async function readProgress(
  conn: Conn,
  { companyId, id }: Pick<Replay, 'companyId' | 'id'>,
): Promise<ReplayProgress> {
  const { rows } = await sql<{ succeeded: number; waiting: number; failed: number }>`
    select count(*) filter (where state = 'SUCCEEDED') as succeeded,
           count(*) filter (where state in ('PENDING', 'LEASED', 'RETRYING', 'HELD')) as waiting,
           count(*) filter (where state in ('EXHAUSTED', 'EXPIRED')) as failed
    from webhooks.deliveries where company_id = ${companyId} and replay_id = ${id}
  `.execute(conn)
  return rows[0] ?? { succeeded: 0, waiting: 0, failed: 0 }
}

/** Takes the replay that has waited longest for its turn, for this transaction alone. */
export async function takeDue(tx: Tx, now: Date): Promise<Replay | undefined> {
  const { rows } = await sql<ReplayRow>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select * from webhooks.replays
    where state = 'RUNNING' and available_at <= ${now}
    order by available_at limit 1 for update skip locked
  `.execute(tx)
  return rows[0] && toReplay(rows[0])
}

export type Step = {
  readonly replayed: number
  readonly place: Replay['place']
  /** When the replay continues, or `finished` if nothing is left. */
  readonly next: Date | 'finished'
}

export async function noteStep(
  tx: Tx,
  { companyId, id }: Pick<Replay, 'companyId' | 'id'>,
  { replayed, place, next }: Step,
  now: Date,
): Promise<void> {
  const isFinished = next === 'finished'
  await sql`
    update webhooks.replays
    set replayed = replayed + ${replayed}, place_at = ${place?.at ?? null}, place_id = ${place?.id ?? null},
        state = ${isFinished ? 'FINISHED' : 'RUNNING'}, available_at = ${isFinished ? now : next},
        finished_at = ${isFinished ? now : null}
    where company_id = ${companyId} and id = ${id} and state = 'RUNNING'
  `.execute(tx)
}

/** Returns false if it was cancelled before, or does not exist. */
export async function markCancelled(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('webhooks.replays')
    .set({ state: 'CANCELLED', finished_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '<>', 'CANCELLED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function cancelOfEndpoint(
  tx: Tx,
  companyId: string,
  endpointId: string,
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('webhooks.replays')
    .set({ state: 'CANCELLED', finished_at: now })
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'RUNNING')
    .execute()
}

/**
 * Cancels a batch of deliveries that are not sent yet. A delivery that is being sent at this moment is cancelled
 * later if it needs a retry.
 */
export async function cancelWaiting(
  conn: Conn,
  { companyId, id }: Pick<Replay, 'companyId' | 'id'>,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with waiting as materialized (
      select company_id, id from webhooks.deliveries
      where company_id = ${companyId} and replay_id = ${id} and state in ('PENDING', 'RETRYING', 'HELD')
      limit ${limit} for update skip locked
    )
    update webhooks.deliveries d set state = 'CANCELLED', finished_at = ${now}
    from waiting w where (d.company_id, d.id) = (w.company_id, w.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

/** Lists the replays that anybody has cancelled since then. */
export async function listCancelled(
  conn: Conn,
  since: Date,
): Promise<Pick<Replay, 'companyId' | 'id'>[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: the housekeeping serves all of them */
    select company_id, id from webhooks.replays
    where state <> 'RUNNING' and state = 'CANCELLED' and finished_at >= ${since}
    order by finished_at desc limit 100
  `.execute(conn)
  return rows.map((row) => ({ companyId: row.company_id, id: row.id }))
}

export async function forgetReplays(conn: Conn, endedBefore: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the retention is the same for all of them */
    delete from webhooks.replays r using (
      select company_id, id from webhooks.replays
      where state <> 'RUNNING' and finished_at < ${endedBefore} limit ${limit}
    ) old
    where (r.company_id, r.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

function toReplay(row: ReplayRow): Replay {
  return {
    id: row.id,
    companyId: row.company_id,
    endpointId: row.endpoint_id,
    state: row.state as Replay['state'],
    since: row.since,
    until: row.until,
    types: row.event_types ?? undefined,
    states: row.states as FinishedState[],
    missing: row.missing,
    perSecond: row.per_second,
    matched: row.matched,
    replayed: row.replayed,
    place: row.place_id === null ? undefined : { at: row.place_at ?? undefined, id: row.place_id },
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  }
}
