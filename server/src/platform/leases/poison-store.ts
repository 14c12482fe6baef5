import { type Conn, sql, type Tx } from '#platform/db'
import { deathsUntilAlone, isWorkedOnAlone } from './deaths.ts'
import type { Queue } from './queue.ts'
import { literals, partsOf } from './sql.ts'

/**
 * `WORKED_ON_ALONE`: processes died while they worked on it and on others at once. `RETRIED_SLOWLY`: a process died over it alone,
 * and it is never set aside. `SET_ASIDE`: a process died over it alone, and it is retried only when an operator retries it.
 */
export type PoisonState = 'WORKED_ON_ALONE' | 'RETRIED_SLOWLY' | 'SET_ASIDE'

/** A record over which at least two processes have died. */
export type PoisonRecord = {
  /** The table of the queue. */
  readonly queue: string
  readonly id: string
  readonly companyId: string | undefined
  readonly state: PoisonState
  readonly deaths: number
  readonly attempts: number
  /** When it is retried, or since when it is set aside. */
  readonly at: Date
}

type PoisonRow = {
  queue: string
  id: string
  company_id: string | null
  standing: PoisonState
  deaths: number
  attempts: number
  available_at: Date
}

/** The state in which a row of the queue is set aside. */
function setAsideStateOf(queue: Queue): string {
  return queue.working === undefined ? 'FAILED' : queue.exhausted
}

/** Whether the row is set aside. `ended_by_owner` ends other rows in the same state. */
function isSetAside(queue: Queue) {
  const over = sql<boolean>`job.state = ${sql.lit(setAsideStateOf(queue))}`
  if (queue.poison.is === 'retried_slowly' && queue.working === undefined)
    return sql<boolean>`false`
  return queue.poison.is === 'ended_by_owner'
    ? sql<boolean>`(${over} and job.deaths > ${sql.lit(deathsUntilAlone)})`
    : over
}

function idOf(queue: Queue) {
  return sql.ref(`job.${queue.id}`)
}

function openStates(queue: Queue): readonly string[] {
  return queue.working === undefined ? queue.waiting : [...queue.waiting, queue.working]
}

function readOf(queue: Queue) {
  return sql`
    select ${sql.lit(queue.table)} as queue, ${idOf(queue)} as id,
           ${queue.key.includes('company_id') ? sql`job.company_id` : sql`null::text`} as company_id,
           case when ${isSetAside(queue)} then 'SET_ASIDE'
                when job.deaths > ${sql.lit(deathsUntilAlone)} then 'RETRIED_SLOWLY'
                else 'WORKED_ON_ALONE' end as standing,
           job.deaths::integer as deaths, job.attempts, job.available_at
    from ${sql.table(queue.table)} as job
    where ${isWorkedOnAlone} and (job.state in (${literals(openStates(queue))}) or ${isSetAside(queue)})`
}

export type PoisonPage = {
  /** The last record of the page before. */
  readonly after?: Pick<PoisonRecord, 'queue' | 'id'> | undefined
  readonly limit: number
}

/** Ordered by queue and id. The small indexes `…_after_deaths` answer. */
export async function listPoison(
  conn: Conn,
  queues: readonly Queue[],
  { after, limit }: PoisonPage,
): Promise<PoisonRecord[]> {
  if (queues.length === 0) return []
  const { rows } = await sql<PoisonRow>`
    /* across companies: operators see all of them */
    select * from (${sql.join(queues.map(readOf), sql` union all `)}) as poison
    where ${after?.queue ?? null}::text is null
       or (queue collate "C", id collate "C") > (${after?.queue ?? null}, ${after?.id ?? null})
    order by queue collate "C", id collate "C" limit ${limit}
  `.execute(conn)
  return rows.map(toRecord)
}

export async function findPoison(
  conn: Conn,
  queue: Queue,
  id: string,
): Promise<PoisonRecord | undefined> {
  const { rows } = await sql<PoisonRow>`
    /* across companies: an operator names the record */
    select * from (${readOf(queue)}) as poison where id = ${id}
  `.execute(conn)
  return rows[0] && toRecord(rows[0])
}

/**
 * Makes a record due at once, once more alone, after an operator has examined it. Returns false if a worker has it, or if it has
 * ended.
 */
export async function retryPoison(
  tx: Tx,
  queue: Queue,
  id: string,
  { now, resets = [] }: { readonly now: Date; readonly resets?: readonly string[] },
): Promise<boolean> {
  const waiting = queue.working === undefined ? queue.waiting[0] : queue.lost
  const aside = isSetAside(queue)
  const columns = resets.map(
    (column) =>
      sql`, ${sql.ref(column)} = case when ${aside} then null else ${sql.ref(`job.${column}`)} end`,
  )
  const { numAffectedRows } = await sql`
    /* across companies: an operator names the record */
    update ${sql.table(queue.table)} as job
    set state = case when ${aside} then ${sql.lit(waiting)} else job.state end,
        attempts = case when ${aside} then 0 else job.attempts end,
        deaths = ${sql.lit(deathsUntilAlone)}, available_at = ${now} ${sql.join(columns, sql` `)}
    where ${idOf(queue)} = ${id} and ${isWorkedOnAlone} and job.lease_token is null
      and (job.state in (${literals(queue.waiting)}) or ${aside}) ${partsOf(queue, [{ [queue.id]: id }])}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The record stays as it is and is no longer listed. Returns false if it is no longer set aside. */
export async function discardPoison(tx: Tx, queue: Queue, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    /* across companies: an operator names the record */
    update ${sql.table(queue.table)} as job set deaths = 0
    where ${idOf(queue)} = ${id} and ${isWorkedOnAlone} and ${isSetAside(queue)}
      ${partsOf(queue, [{ [queue.id]: id }])}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** How many records of a queue are in a state, and since when the oldest one is. */
export type PoisonCount = {
  readonly queue: string
  readonly state: PoisonState
  readonly count: number
  readonly since: Date
}

/** Normally empty. */
export async function countPoison(conn: Conn, queues: readonly Queue[]): Promise<PoisonCount[]> {
  if (queues.length === 0) return []
  const { rows } = await sql<PoisonCount>`
    /* across companies: the whole platform */
    select queue, standing as state, count(*)::integer as count, min(available_at) as since
    from (${sql.join(queues.map(readOf), sql` union all `)}) as poison
    group by queue, standing order by queue, standing
  `.execute(conn)
  return rows
}

function toRecord(row: PoisonRow): PoisonRecord {
  return {
    queue: row.queue,
    id: row.id,
    companyId: row.company_id ?? undefined,
    state: row.standing,
    deaths: row.deaths,
    attempts: row.attempts,
    at: row.available_at,
  }
}
