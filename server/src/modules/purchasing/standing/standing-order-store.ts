import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { readQuantity, type WithNumber, writeQuantity } from '#kernel/quantity'
import type { Address } from '#modules/orders'
import { bigintOf, type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { Schedule } from './schedule.ts'
import type {
  StandingOrder,
  StandingOrderLine,
  StandingOrderState,
  StateReason,
} from './standing-order.ts'
import { type OrderRow, tables } from './tables.ts'

/** Counts the standing orders of a company that have not ended. Two new ones of one company wait for each other. */
export async function lockStandingOrdersOf(tx: Tx, companyId: string): Promise<number> {
  await oneAfterTheOther(tx, `standing orders ${companyId}`)
  const { count } = await tables(tx)
    .selectFrom('standing.orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('state', '<>', 'ENDED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findStandingOrder(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<StandingOrder | undefined> {
  const row = await tables(conn)
    .selectFrom('standing.orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toStandingOrder(row)
}

/** Every change of a standing order and of its runs locks the standing order first. */
export async function lockStandingOrder(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<StandingOrder | undefined> {
  const row = await tables(tx)
    .selectFrom('standing.orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toStandingOrder(row)
}

/** A worker looks at it at once. */
export async function insertStandingOrder(tx: Tx, standingOrder: StandingOrder): Promise<void> {
  await tables(tx)
    .insertInto('standing.orders')
    .values({
      company_id: standingOrder.companyId,
      id: standingOrder.id,
      created_at: standingOrder.createdAt,
      available_at: standingOrder.createdAt,
      ...changeable(standingOrder),
    })
    .execute()
}

/** Stores what people have changed. A worker looks at it at once; one that has it claimed learns that it has lost it. */
export async function updateStandingOrder(tx: Tx, standingOrder: StandingOrder): Promise<void> {
  await tables(tx)
    .updateTable('standing.orders')
    .set({
      ...changeable(standingOrder),
      available_at: standingOrder.changedAt,
      attempts: 0,
      lease_token: null,
      lease_until: null,
      last_error: null,
      failing_since: null,
    })
    .where('company_id', '=', standingOrder.companyId)
    .where('id', '=', standingOrder.id)
    .execute()
}

/** Stores what a worker has changed, which still has it claimed. */
export async function noteProgress(
  tx: Tx,
  { companyId, id, nextDate, version, changedAt }: StandingOrder,
): Promise<void> {
  await tables(tx)
    .updateTable('standing.orders')
    .set({ next_date: nextDate ?? null, version, changed_at: changedAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

function changeable(standingOrder: StandingOrder) {
  const { schedule, maxTotal } = standingOrder
  return {
    owner_id: standingOrder.ownerId,
    ship_to_by: standingOrder.shipToBy ?? null,
    name: standingOrder.name,
    state: standingOrder.state,
    reason: standingOrder.reason ?? null,
    every: schedule.every,
    unit: schedule.unit,
    on_day: schedule.on,
    from_day: schedule.from,
    until_day: schedule.until ?? null,
    ship_to: sql<object>`${JSON.stringify(standingOrder.shipTo)}::jsonb`,
    lines: sql<object>`${JSON.stringify(standingOrder.lines.map(writeQuantity))}::jsonb`,
    po_number: standingOrder.poNumber ?? null,
    cost_center: standingOrder.costCenter ?? null,
    unit_id: standingOrder.unitId ?? null,
    delivery_days: standingOrder.deliveryDays ?? null,
    max_total_minor: bigintOf(maxTotal.amountMinor),
    currency: maxTotal.currency,
    next_date: standingOrder.nextDate ?? null,
    version: standingOrder.version,
    changed_at: standingOrder.changedAt,
  }
}

export function toStandingOrder(row: OrderRow): StandingOrder {
  return {
    id: row.id as Id<'sto'>,
    companyId: row.company_id as Id<'co'>,
    ownerId: row.owner_id,
    shipToBy: row.ship_to_by ?? undefined,
    name: row.name,
    state: row.state as StandingOrderState,
    reason: (row.reason as StateReason | null) ?? undefined,
    schedule: {
      every: row.every,
      unit: row.unit as Schedule['unit'],
      on: row.on_day,
      from: row.from_day,
      until: row.until_day ?? undefined,
    },
    lines: (row.lines as readonly WithNumber<StandingOrderLine>[]).map(readQuantity),
    shipTo: row.ship_to as Address,
    poNumber: row.po_number ?? undefined,
    costCenter: row.cost_center ?? undefined,
    unitId: row.unit_id ?? undefined,
    deliveryDays: row.delivery_days ?? undefined,
    maxTotal: money(BigInt(row.max_total_minor), row.currency),
    nextDate: row.next_date ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
