import { after, type Clock, minutesMs } from '#kernel/time'
import { type Conn, type Database, sql } from '#platform/db'
import { finish, type Queue, type WorkLog, workOn } from '#platform/leases'
import type { StandingOrder } from '../standing-order.ts'
import { toStandingOrder } from '../standing-order-store.ts'
import type { OrderRow } from '../tables.ts'

export const standingOrdersTopic = 'standing.orders'

/** Due when one of its dates comes, and when a refused date is tried again. */
export const standingOrderQueue: Queue = {
  table: 'standing.orders',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['ACTIVE'],
  // Longer than several orders of 200 lines take.
  leaseSeconds: 120,
  poison: { is: 'retried_slowly' },
}

const batchMax = 8
/** How many due rows are considered at once. A company has at most 200. */
const lookedAtMax = 400
const waitMinutesMax = 60

/** The companies that had their turn in this round. */
export type Turns = Set<string>

type Deps = { readonly database: Database; readonly now: Clock; readonly log: WorkLog }

/**
 * Claims due standing orders, at most one of each company, passes each to the work, and stores when to look at it again. A company
 * gets its next turn when every company with due ones has had one: a company with many delays no other. Returns how many it claimed.
 */
export async function workOnDue(
  deps: Deps,
  turns: Turns,
  work: (standingOrder: StandingOrder) => Promise<Date | undefined>,
): Promise<number> {
  const { pool } = deps.database
  let ids = await chooseDue(pool, turns, deps.now())
  if (ids.length === 0 && turns.size > 0) {
    turns.clear()
    ids = await chooseDue(pool, turns, deps.now())
  }
  const queue = { ...standingOrderQueue, among: { column: 'id', values: ids } }
  return workOn<OrderRow>(deps, queue, batchMax, (rows, lease) =>
    Promise.all(
      rows.map(async (row) => {
        const outcome = await outcomeOf(deps, row, work)
        // A standing order that was changed in the meantime has no lease any more. Then this changes nothing.
        if (outcome) await finish(pool, standingOrderQueue, lease, [row], outcome)
      }),
    ),
  )
}

/** The oldest due one of each company that has not had its turn. */
async function chooseDue(conn: Conn, turns: Turns, now: Date): Promise<string[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    select company_id, id from standing.orders
    where state = 'ACTIVE' and available_at <= ${now} and company_id <> all(${[...turns]}::text[])
    order by available_at, id
    limit ${lookedAtMax}
  `.execute(conn)
  const ids: string[] = []
  for (const { company_id: companyId, id } of rows) {
    if (ids.length === batchMax) break
    if (turns.has(companyId)) continue
    turns.add(companyId)
    ids.push(id)
  }
  return ids
}

async function outcomeOf(
  { now, log }: Deps,
  row: OrderRow,
  work: (standingOrder: StandingOrder) => Promise<Date | undefined>,
) {
  try {
    const at = await work(toStandingOrder(row))
    return at && { availableAt: at, set: { last_error: null, failing_since: null, attempts: 0 } }
  } catch (error) {
    const { id, company_id: companyId } = row
    log.error(
      { err: error, standingOrderId: id, companyId },
      'A standing order could not continue. A worker retries it.',
    )
    const minutes = Math.min(2 ** Math.min(row.attempts, 10), waitMinutesMax)
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const set = { last_error: message, failing_since: row.failing_since ?? now() }
    return { availableAt: after(now(), minutesMs(minutes)), set }
  }
}
