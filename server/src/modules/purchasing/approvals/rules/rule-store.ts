import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type RuleRow, tables } from '../tables.ts'
import type { ApprovalRule, ApprovalStep, Conditions } from './rule.ts'

type StoredConditions = {
  readonly amountFrom?: { readonly minor: string; readonly currency: string }
  readonly categoryIds?: readonly string[]
  readonly costCenters?: readonly string[]
  readonly glAccounts?: readonly string[]
  readonly projects?: readonly string[]
  readonly requesterIds?: readonly string[]
  readonly requesterRoles?: readonly Role[]
  readonly supplierIds?: readonly string[]
  readonly unitIds?: readonly string[]
  readonly firstOrderFromSupplier?: boolean
  readonly aboveLastPrice?: boolean
  readonly offContract?: boolean
  readonly freeTextLines?: boolean
}

/** The rules of one company, in the order in which they ask. */
export async function listRules(conn: Conn, companyId: string): Promise<ApprovalRule[]> {
  const rows = await tables(conn)
    .selectFrom('approvals.rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('position')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(toRule)
}

export async function findRule(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<ApprovalRule | undefined> {
  const row = await tables(conn)
    .selectFrom('approvals.rules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRule(row)
}

export type RuleWrite = {
  readonly rule: ApprovalRule
  readonly changedBy: string
  readonly now: Date
}

/** False if the company has reached the limit. Runs one after the other within a company, so that the limit holds. */
export async function insertRule(tx: Tx, write: RuleWrite, limit: number): Promise<boolean> {
  const { companyId, id } = write.rule
  await oneAfterTheOther(tx, `approvals.rules ${companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from approvals.rules where company_id = ${companyId}
  `.execute(tx)
  if ((rows[0]?.count ?? 0) >= limit) return false
  await tables(tx)
    .insertInto('approvals.rules')
    .values({ company_id: companyId, id, ...columnsOf(write) })
    .execute()
  return true
}

/** False if the company has no such rule. */
export async function replaceRule(tx: Tx, write: RuleWrite): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('approvals.rules')
    .set(columnsOf(write))
    .where('company_id', '=', write.rule.companyId)
    .where('id', '=', write.rule.id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteRule(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<ApprovalRule | undefined> {
  const row = await tables(tx)
    .deleteFrom('approvals.rules')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toRule(row)
}

function columnsOf({ rule, changedBy, now }: RuleWrite) {
  const { name, position, steps, timeoutHours, remindAfterHours, escalateAfterHours } = rule
  const { amountFrom, ...others } = rule.conditions
  const conditions: StoredConditions = {
    ...others,
    ...(amountFrom && {
      amountFrom: { minor: amountFrom.amountMinor.toString(), currency: amountFrom.currency },
    }),
  }
  return {
    name,
    position,
    conditions: JSON.stringify(conditions),
    steps: JSON.stringify(steps),
    timeout_hours: timeoutHours,
    remind_after_hours: remindAfterHours ?? null,
    escalate_after_hours: escalateAfterHours ?? null,
    changed_by: changedBy,
    changed_at: now,
  }
}

export function toRule(row: RuleRow): ApprovalRule {
  return {
    id: row.id as Id<'apr'>,
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    position: row.position,
    conditions: toConditions(row.conditions as StoredConditions),
    steps: (row.steps as ApprovalStep[]).map(({ mode, people, role, mayReduce }) => ({
      mode,
      people,
      role,
      ...(mayReduce && { mayReduce }),
    })),
    timeoutHours: row.timeout_hours,
    remindAfterHours: row.remind_after_hours ?? undefined,
    escalateAfterHours: row.escalate_after_hours ?? undefined,
  }
}

function toConditions(stored: StoredConditions): Conditions {
  const { amountFrom } = stored
  return {
    amountFrom: amountFrom && money(BigInt(amountFrom.minor), amountFrom.currency),
    categoryIds: stored.categoryIds ?? [],
    costCenters: stored.costCenters?.map((name) => name.trim()) ?? [],
    glAccounts: stored.glAccounts ?? [],
    projects: stored.projects ?? [],
    requesterIds: stored.requesterIds ?? [],
    requesterRoles: stored.requesterRoles ?? [],
    supplierIds: stored.supplierIds ?? [],
    unitIds: stored.unitIds ?? [],
    firstOrderFromSupplier: stored.firstOrderFromSupplier ?? false,
    aboveLastPrice: stored.aboveLastPrice ?? false,
    offContract: stored.offContract ?? false,
    freeTextLines: stored.freeTextLines ?? false,
  }
}
