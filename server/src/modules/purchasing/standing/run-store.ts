import { type Conn, sql, type Tx } from '#platform/db'
import type { Refusal, Run, RunState, SkipReason, StandingOrder } from './standing-order.ts'
import { type RunRow, tables } from './tables.ts'

type OfStandingOrder = Pick<StandingOrder, 'companyId' | 'id'>

/** The row is the claim of its date: returns false if the date has one already. */
export async function insertRun(tx: Tx, run: Run): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('standing.runs')
    .values({
      company_id: run.companyId,
      standing_order_id: run.standingOrderId,
      date: run.date,
      ...changeable(run),
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'standing_order_id', 'date']).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The standing order is locked, so nobody else changes its runs. */
export async function updateRun(tx: Tx, run: Run): Promise<void> {
  await tables(tx)
    .updateTable('standing.runs')
    .set(changeable(run))
    .where('company_id', '=', run.companyId)
    .where('standing_order_id', '=', run.standingOrderId)
    .where('date', '=', run.date)
    .execute()
}

export async function findRun(
  conn: Conn,
  { companyId, id }: OfStandingOrder,
  date: string,
): Promise<Run | undefined> {
  const row = await tables(conn)
    .selectFrom('standing.runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('standing_order_id', '=', id)
    .where('date', '=', date)
    .executeTakeFirst()
  return row && toRun(row)
}

/** The runs that are not over, the oldest date first. */
export async function listOpenRuns(conn: Conn, { companyId, id }: OfStandingOrder): Promise<Run[]> {
  const rows = await tables(conn)
    .selectFrom('standing.runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('standing_order_id', '=', id)
    .where('state', 'in', ['DUE', 'FAILED'])
    .orderBy('date')
    .execute()
  return rows.map(toRun)
}

/** The latest date that became an order, or was tried. */
export async function findLastTried(
  conn: Conn,
  { companyId, id }: OfStandingOrder,
): Promise<Run | undefined> {
  const row = await tables(conn)
    .selectFrom('standing.runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('standing_order_id', '=', id)
    .where('state', '<>', 'SKIPPED')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toRun(row)
}

/** The dates from a day on that people have skipped. */
export async function listSkippedFrom(
  conn: Conn,
  { companyId, id }: OfStandingOrder,
  from: string,
): Promise<ReadonlySet<string>> {
  const rows = await tables(conn)
    .selectFrom('standing.runs')
    .select('date')
    .where('company_id', '=', companyId)
    .where('standing_order_id', '=', id)
    .where('date', '>=', from)
    .where('state', '=', 'SKIPPED')
    .execute()
  return new Set(rows.map(({ date }) => date))
}

function changeable(run: Run) {
  return {
    state: run.state,
    try_on: run.tryOn,
    last_try_on: run.lastTryOn,
    tries: run.tries,
    reason: run.reason ?? null,
    failure_code: run.failure?.code ?? null,
    failure_message: run.failure?.message ?? null,
    failure_details: sql<object>`${run.failure ? JSON.stringify(run.failure.details) : null}::jsonb`,
    order_id: run.order?.id ?? null,
    order_number: run.order?.number ?? null,
    changed_at: run.changedAt,
  }
}

export function toRun(row: RunRow): Run {
  const { order_id: orderId } = row
  return {
    companyId: row.company_id,
    standingOrderId: row.standing_order_id,
    date: row.date,
    state: row.state as RunState,
    tryOn: row.try_on,
    lastTryOn: row.last_try_on,
    tries: row.tries,
    reason: (row.reason as SkipReason | null) ?? undefined,
    failure: toRefusal(row),
    order: orderId === null ? undefined : { id: orderId, number: row.order_number ?? orderId },
    changedAt: row.changed_at,
  }
}

function toRefusal({ failure_code: code, ...row }: RunRow): Refusal | undefined {
  if (code === null) return undefined
  const details = (row.failure_details ?? {}) as Refusal['details']
  return { code, message: row.failure_message ?? '', details }
}
