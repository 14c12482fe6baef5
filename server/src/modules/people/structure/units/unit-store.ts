import type { Id } from '#kernel/id'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { fail } from '../failures.ts'
import { tables, type UnitRow } from '../tables.ts'
import { levelsMax, type Tree } from './tree.ts'
import type { Unit, UnitKind } from './unit.ts'

/** Locks the tree of a company: two moves that would together make a circle run one after the other. */
export async function lockTree(tx: Tx, companyId: string): Promise<void> {
  await oneAfterTheOther(tx, `structure.units ${companyId}`)
}

/** The units of a company that have not ended. Lock the tree first. */
export async function readTree(tx: Tx, companyId: string): Promise<Tree> {
  const rows = await tables(tx)
    .selectFrom('structure.units')
    .select(['id', 'parent_id'])
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id ?? undefined]))
}

/** The ids of the units of a company that have not ended. */
export async function listOpenUnits(conn: Conn, companyId: string): Promise<Set<string>> {
  const rows = await tables(conn)
    .selectFrom('structure.units')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The ids of the units and of all units below them, those that have ended too. The company has no other. */
export async function listUnitsBelow(
  conn: Conn,
  companyId: string,
  unitIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id, 1 as level from structure.units where company_id = ${companyId} and id = any(${[...unitIds]}::text[])
      union all
      select u.id, below.level + 1 from below
      join structure.units u on u.company_id = ${companyId} and u.parent_id = below.id
      where below.level < ${levelsMax}
    )
    select distinct id from below
  `.execute(conn)
  return rows.map(({ id }) => id)
}

export async function findUnit(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Unit | undefined> {
  const row = await tables(conn)
    .selectFrom('structure.units')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toUnit(row)
}

/** The company to which an active unit belongs. */
export async function findCompanyOfUnit(conn: Conn, unitId: string): Promise<string | undefined> {
  const { rows } = await sql<{ companyId: string }>`
    /* across companies: a supplier names the unit of a buyer */
    select company_id as "companyId" from structure.units where id = ${unitId} and ended_at is null
  `.execute(conn)
  return rows[0]?.companyId
}

/** The active unit that has this external id. */
export async function findByExternalId(
  tx: Tx,
  companyId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom('structure.units')
    .select('id')
    .where('company_id', '=', companyId)
    .where('external_id', '=', externalId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/**
 * Participant: something is going to belong to the unit. The unit cannot end before the transaction does. Throws
 * `structure.unit_unknown` if the company has no such unit, or if it has ended.
 */
export async function requireOpenUnit(tx: Tx, companyId: string, unitId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from structure.units
    where company_id = ${companyId} and id = ${unitId} and ended_at is null
    for share
  `.execute(tx)
  if (rows.length === 0) throw fail('unit_unknown', { unitId })
}

/** Waits for the transactions in which something new belongs to the unit. */
export async function lockUnit(tx: Tx, { companyId, id }: Unit): Promise<void> {
  await sql`
    select 1 from structure.units where company_id = ${companyId} and id = ${id} for no key update
  `.execute(tx)
}

export async function insertUnit(tx: Tx, unit: Unit): Promise<void> {
  await tables(tx)
    .insertInto('structure.units')
    .values({
      company_id: unit.companyId,
      id: unit.id,
      created_at: unit.createdAt,
      ...changeableColumns(unit),
    })
    .execute()
}

export async function updateUnit(tx: Tx, unit: Unit): Promise<void> {
  await tables(tx)
    .updateTable('structure.units')
    .set(changeableColumns(unit))
    .where('company_id', '=', unit.companyId)
    .where('id', '=', unit.id)
    .execute()
}

function changeableColumns(unit: Unit) {
  return {
    name: unit.name,
    kind: unit.kind,
    parent_id: unit.parentId ?? null,
    external_id: unit.externalId ?? null,
    ended_at: unit.endedAt ?? null,
    version: unit.version,
    changed_at: unit.changedAt,
  }
}

export function toUnit(row: UnitRow): Unit {
  return {
    id: row.id as Id<'unt'>,
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    kind: row.kind as UnitKind,
    parentId: row.parent_id ?? undefined,
    externalId: row.external_id ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
