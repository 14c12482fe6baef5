import { sql } from 'kysely'
import type { Conn, Database } from '#platform/db'
import { claim, leaseFor } from './claim.ts'
import { isWorkedOnAlone } from './deaths.ts'
import type { Lease, Queue, RowKey } from './queue.ts'
import { keyOf, keyTable, literals, onlyOf } from './sql.ts'

type Deps = { readonly database: Database; readonly now: () => Date }

/** How often a process looks for a record that has to be worked on alone. */
const lookEveryMs = 5_000

/** The work of one process on those records of one queue that have to be worked on alone. */
export type Alone = {
  /** Whether such a record is due and may be worked on now. Mostly the database is not asked. */
  waits(): Promise<boolean>
  /**
   * Claims one record and works on it. The caller has no other work of the queue running and starts none meanwhile. If the process
   * survives, the record is treated like the others again, unless `work` returns false: then it was only put back. Returns how
   * many it took: none or one.
   */
  work<Row extends RowKey>(
    take: (lease: Lease) => Promise<readonly Row[]>,
    work: (row: Row, lease: Lease) => Promise<unknown>,
  ): Promise<number>
}

/** This process works on one such record at a time, whatever its queue. So it is known which record has killed it. */
let isAnyWorkedOn = false

/** Runs `work`, or returns `busy` while this process works on another record that has to be worked on alone. */
export async function whileAlone<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (isAnyWorkedOn) return 'busy'
  isAnyWorkedOn = true
  try {
    return await work()
  } finally {
    isAnyWorkedOn = false
  }
}

const aloneByDatabase = new WeakMap<Database, Map<string, Alone>>()

export function aloneOf(deps: Deps, queue: Queue): Alone {
  const ofDatabase = aloneByDatabase.get(deps.database) ?? new Map<string, Alone>()
  aloneByDatabase.set(deps.database, ofDatabase)
  const name = `${queue.table} ${queue.only?.value ?? ''}`
  const found = ofDatabase.get(name) ?? createAlone(deps, queue)
  ofDatabase.set(name, found)
  return found
}

function createAlone({ database, now }: Deps, queue: Queue): Alone {
  let lookAgainAt = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const look = async () => {
    const at = now()
    // A clock that was set back must not delay the next look.
    if (at.getTime() >= lookAgainAt || at.getTime() < lookAgainAt - 10 * lookEveryMs) {
      isWaiting = await isDue(database.pool, queue, at)
      lookAgainAt = at.getTime() + lookEveryMs
    }
    return isWaiting
  }
  return {
    waits: async () => !isAnyWorkedOn && (await look()) && !isAnyWorkedOn,
    work: async (take, work) => {
      if (isAnyWorkedOn) return 0
      isAnyWorkedOn = true
      isWaiting = false
      const began = performance.now()
      try {
        const lease = leaseFor(queue, now())
        const [row] = await take(lease)
        if (!row) return 0
        const isWorkedOn = (await work(row, lease)) !== false
        if (isWorkedOn && queue.poison.is !== 'ended_by_owner')
          await acquit(database.pool, queue, row, lease)
        return 1
      } finally {
        isAnyWorkedOn = false
        // The pause is as long as this record took, up to a minute, so that the other records get as much time.
        lookAgainAt = now().getTime() + Math.min(performance.now() - began, 12 * lookEveryMs)
      }
    },
  }
}

async function isDue(conn: Conn, queue: Queue, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select exists (
      select from ${sql.table(queue.table)} as job
      where ${isWorkedOnAlone} and job.state in (${literals(queue.waiting)}) and job.available_at <= ${now} ${onlyOf(queue)}
    ) as due
  `.execute(conn)
  return rows[0]?.due ?? false
}

/**
 * The record was worked on alone and the process survived, so the record did not kill the others. A process that lost its lease
 * knows nothing: the record belongs to another one, or its deaths were counted again.
 */
async function acquit(conn: Conn, queue: Queue, row: RowKey, { token }: Lease): Promise<void> {
  const deaths = row.deaths as number | undefined
  await sql`
    /* across companies: the row is named by its whole key */
    update ${sql.table(queue.table)} as job set deaths = 0
    from ${keyTable(queue, [row])}
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'held')}) and ${isWorkedOnAlone}
      and (job.lease_token is null or job.lease_token = ${token})
      and job.deaths = coalesce(${deaths ?? null}::smallint, job.deaths)
  `.execute(conn)
}

/**
 * Claims one batch and works on it. A record over which processes have died is a batch of its own. For queues of which a process
 * runs one batch at a time. Returns how many rows it took.
 */
export async function workOn<Row extends RowKey>(
  deps: Deps,
  queue: Queue,
  batchMax: number,
  work: (rows: readonly Row[], lease: Lease) => Promise<unknown>,
): Promise<number> {
  const { database, now } = deps
  const single = aloneOf(deps, queue)
  if (await single.waits()) {
    const taken = await single.work<Row>(
      (lease) => claim<Row>(database.pool, queue, lease, now(), 1, { isAlone: true }),
      (row, lease) => work([row], lease),
    )
    if (taken > 0) return taken
  }
  const lease = leaseFor(queue, now())
  const rows = await claim<Row>(database.pool, queue, lease, now(), batchMax)
  if (rows.length > 0) await work(rows, lease)
  return rows.length
}
