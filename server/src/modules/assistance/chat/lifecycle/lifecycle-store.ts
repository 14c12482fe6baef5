import { type Conn, sql, type Tx } from '#platform/db'

/** The sessions that wait, on the whole platform. */
export type Waiting = {
  readonly queued: number
  readonly extracting: number
  readonly finalizing: number
  readonly oldestQueuedAt: Date | undefined
  readonly oldestFinalizingAt: Date | undefined
}

export async function readWaiting(conn: Conn): Promise<Waiting> {
  const { rows } = await sql<{
    queued: number
    extracting: number
    finalizing: number
    oldest_queued: Date | null
    oldest_finalizing: Date | null
  }>`
    /* across companies: for the health surfaces */
    select count(*) filter (where state = 'QUEUED_FOR_EXTRACTION')::integer as queued,
      count(*) filter (where state = 'EXTRACTING')::integer as extracting,
      count(*) filter (where state = 'FINALIZING')::integer as finalizing,
      min(coalesce(queued_at, available_at)) filter (where state in ('QUEUED_FOR_EXTRACTION', 'EXTRACTING')) as oldest_queued,
      min(confirmed_at) filter (where state = 'FINALIZING') as oldest_finalizing
    from chat.sessions where state in ('QUEUED_FOR_EXTRACTION', 'EXTRACTING', 'FINALIZING')
  `.execute(conn)
  const [row] = rows
  return {
    queued: row?.queued ?? 0,
    extracting: row?.extracting ?? 0,
    finalizing: row?.finalizing ?? 0,
    oldestQueuedAt: row?.oldest_queued ?? undefined,
    oldestFinalizingAt: row?.oldest_finalizing ?? undefined,
  }
}

export type StuckBefore = { readonly queued: Date; readonly finalizing: Date }
export type StuckKind = keyof StuckBefore

/** All stuck sessions of one kind. No person and no message: operators need neither. */
export type Stuck = {
  readonly kind: StuckKind
  readonly count: number
  readonly oldest: { readonly sessionId: string; readonly companyId: string; readonly since: Date }
}

/** Until the end of the transaction. */
export async function lockStuck(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('chat.alert_stuck'))`.execute(tx)
}

const isStuck = (before: StuckBefore) => sql<boolean>`(
  (state in ('QUEUED_FOR_EXTRACTION', 'EXTRACTING') and coalesce(queued_at, available_at) < ${before.queued})
  or (state = 'FINALIZING' and confirmed_at < ${before.finalizing}))`

const kindOf = sql`case when state = 'FINALIZING' then 'finalizing' else 'queued' end`

/** Marks the sessions that have become stuck since the last look, each once in each state, and returns their kinds. */
export async function markStuck(
  tx: Tx,
  before: StuckBefore,
  now: Date,
  batchMax: number,
): Promise<StuckKind[]> {
  const { rows } = await sql<{ kind: StuckKind }>`
    /* across companies: operators learn of every stuck session */
    with stuck as materialized (
      select company_id, id from chat.sessions
      where ${isStuck(before)} and stuck_alerted_at is null
      limit ${batchMax}
      for update skip locked
    )
    update chat.sessions s set stuck_alerted_at = ${now}
    from stuck where (s.company_id, s.id) = (stuck.company_id, stuck.id)
    returning ${kindOf} as kind
  `.execute(tx)
  return rows.map(({ kind }) => kind)
}

/** No entry for a kind without stuck sessions. */
export async function countStuck(conn: Conn, before: StuckBefore): Promise<Stuck[]> {
  const { rows } = await sql<{
    kind: StuckKind
    count: number
    company_id: string
    id: string
    since: Date
  }>`
    /* across companies: operators learn of every stuck session */
    select distinct on (kind) kind, (count(*) over (partition by kind))::integer as count, company_id, id, since
    from (
      select ${kindOf} as kind, company_id, id, coalesce(confirmed_at, queued_at, available_at) as since
      from chat.sessions
      where state in ('QUEUED_FOR_EXTRACTION', 'EXTRACTING', 'FINALIZING') and ${isStuck(before)}
    ) as stuck
    order by kind, since, id
  `.execute(conn)
  return rows.map(({ kind, count, company_id: companyId, id, since }) => ({
    kind,
    count,
    oldest: { sessionId: id, companyId, since },
  }))
}

/** Deletes sessions that nobody has changed since the given time, with their messages. Returns the number. */
export async function deleteUnchanged(tx: Tx, before: Date, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old is old, whoever it belongs to */
    delete from chat.sessions where (company_id, id) in (
      select company_id, id from chat.sessions
      where updated_at < ${before}
      order by updated_at limit ${batchMax}
      for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
