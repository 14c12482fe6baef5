import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { bigintOf, type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { Budget, BudgetEntry, BudgetKind, Period, Usage } from './budget.ts'
import { type BudgetRow, tables } from './tables.ts'

/** Oldest first: ids sort by time. */
export async function listActiveBudgets(conn: Conn, companyId: string): Promise<Budget[]> {
  const rows = await tables(conn)
    .selectFrom('budgets.budgets')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map(toBudget)
}

export async function findBudget(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Budget | undefined> {
  const row = await tables(conn)
    .selectFrom('budgets.budgets')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toBudget(row)
}

/** Locks the budget for a change. Checkouts can still read it. */
export async function holdBudget(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Budget | undefined> {
  const row = await tables(tx)
    .selectFrom('budgets.budgets')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toBudget(row)
}

export type BudgetWrite = {
  readonly budget: Budget
  readonly changedBy: string
  readonly now: Date
}

/** False if the company has reached the limit. Runs one after the other within a company, so that the limit holds. */
export async function insertBudget(tx: Tx, write: BudgetWrite, max: number): Promise<boolean> {
  const { budget } = write
  await oneAfterTheOther(tx, `budgets.budgets ${budget.companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from budgets.budgets where company_id = ${budget.companyId}
  `.execute(tx)
  if ((rows[0]?.count ?? 0) >= max) return false
  await tables(tx)
    .insertInto('budgets.budgets')
    .values({
      company_id: budget.companyId,
      id: budget.id,
      kind: budget.kind,
      subject: budget.subject ?? null,
      unit_id: budget.unitId ?? null,
      period: budget.period,
      currency: budget.limit.currency,
      ...changeableColumns(write),
    })
    .execute()
  return true
}

/** Subject, unit, period and currency never change, because the entries depend on them. */
export async function updateBudget(tx: Tx, write: BudgetWrite): Promise<void> {
  await tables(tx)
    .updateTable('budgets.budgets')
    .set(changeableColumns(write))
    .where('company_id', '=', write.budget.companyId)
    .where('id', '=', write.budget.id)
    .execute()
}

function changeableColumns({ budget, changedBy, now }: BudgetWrite) {
  const { name, limit, soft, active } = budget
  return {
    name,
    limit_minor: bigintOf(limit.amountMinor),
    soft,
    active,
    changed_by: changedBy,
    changed_at: now,
  }
}

/** The usages of the periods that begin on one of the days, at most a page of subjects each. */
export async function listUsages(
  conn: Conn,
  companyId: string,
  budgets: readonly { readonly id: string; readonly startsOn: string; readonly currency: string }[],
): Promise<Map<string, Usage[]>> {
  const periods = budgets.map(({ id, startsOn }) => ({ id, starts_on: startsOn }))
  const { rows } = await sql<{
    budget_id: string
    subject: string
    starts_on: string
    held_minor: number
    committed_minor: number
  }>`
    select p.budget_id, p.subject, p.starts_on, p.held_minor, p.committed_minor
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as w (id text, starts_on date)
    cross join lateral (
      select * from budgets.periods p
      where p.company_id = ${companyId} and p.budget_id = w.id and p.starts_on = w.starts_on
      order by p.subject
      limit 200
    ) p
  `.execute(conn)
  const currencies = new Map(budgets.map(({ id, currency }) => [id, currency]))
  const usages = rows.map((row) => {
    const amountOf = (minor: number) => money(BigInt(minor), currencies.get(row.budget_id) ?? '')
    return {
      budgetId: row.budget_id,
      subject: row.subject,
      startsOn: row.starts_on,
      held: amountOf(row.held_minor),
      committed: amountOf(row.committed_minor),
    }
  })
  return Map.groupBy(usages, ({ budgetId }) => budgetId)
}

/** Newest first. */
export async function listEntries(
  conn: Conn,
  { companyId, id, limit: { currency } }: Budget,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<BudgetEntry[]> {
  let query = tables(conn)
    .selectFrom('budgets.entries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('budget_id', '=', id)
    .orderBy('entry', 'desc')
    .limit(page.limit)
  if (page.before !== undefined) query = query.where('entry', '<', page.before)
  return (await query.execute()).map((row) => ({
    entry: row.entry,
    subject: row.subject,
    startsOn: row.starts_on,
    kind: row.kind as BudgetEntry['kind'],
    amount: money(BigInt(row.amount_minor), currency),
    checkoutId: row.checkout_id,
    recordedAt: row.recorded_at,
  }))
}

/** The active budgets that name the unit. */
export async function countBudgetsOfUnit(
  conn: Conn,
  companyId: string,
  unitId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from budgets.budgets
    where company_id = ${companyId} and unit_id = ${unitId} and active
  `.execute(conn)
  return rows[0]?.count ?? 0
}

export function budgetLeft(limit: Money, usedMinor: bigint): Money {
  const leftMinor = limit.amountMinor - usedMinor
  return money(leftMinor > 0n ? leftMinor : 0n, limit.currency)
}

export function toBudget(row: BudgetRow): Budget {
  return {
    id: row.id as Id<'bud'>,
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    kind: row.kind as BudgetKind,
    subject: row.subject ?? undefined,
    unitId: row.unit_id ?? undefined,
    period: row.period as Period,
    limit: money(BigInt(row.limit_minor), row.currency),
    soft: row.soft,
    active: row.active,
  }
}
