import type { Id } from '#kernel/id'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type CodeRow, tables } from '../tables.ts'
import { type AccountingCode, type CodeKind, codeKeyOf } from './code.ts'

/** Changes of one list run one after the other, so that the limit holds and no code is there twice. */
export async function lockCodes(tx: Tx, companyId: string, kind: CodeKind): Promise<void> {
  await oneAfterTheOther(tx, `structure.codes ${companyId} ${kind}`)
}

export async function countCodes(tx: Tx, companyId: string, kind: CodeKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from structure.codes where company_id = ${companyId} and kind = ${kind}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** The active codes of all kinds that belong to a unit. */
export async function countCodesOfUnit(tx: Tx, companyId: string, unitId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from structure.codes
    where company_id = ${companyId} and unit_id = ${unitId} and ended_at is null
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** All codes of a list, with those that have ended. */
export async function listCodes(
  conn: Conn,
  companyId: string,
  kind: CodeKind,
): Promise<AccountingCode[]> {
  const rows = await tables(conn)
    .selectFrom('structure.codes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .execute()
  return rows.map(toCode)
}

export async function findCode(
  conn: Conn,
  companyId: string,
  kind: CodeKind,
  id: string,
): Promise<AccountingCode | undefined> {
  const row = await tables(conn)
    .selectFrom('structure.codes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toCode(row)
}

/** The code of this list that would be mistaken for the given one. */
export async function findEqualCode(
  conn: Conn,
  companyId: string,
  kind: CodeKind,
  code: string,
): Promise<AccountingCode | undefined> {
  const row = await tables(conn)
    .selectFrom('structure.codes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('code_key', '=', codeKeyOf(code))
    .executeTakeFirst()
  return row && toCode(row)
}

export async function findCodeByExternalId(
  conn: Conn,
  companyId: string,
  kind: CodeKind,
  externalId: string,
): Promise<AccountingCode | undefined> {
  const row = await tables(conn)
    .selectFrom('structure.codes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && toCode(row)
}

export async function insertCode(tx: Tx, code: AccountingCode): Promise<void> {
  await tables(tx)
    .insertInto('structure.codes')
    .values({
      company_id: code.companyId,
      id: code.id,
      kind: code.kind,
      created_at: code.createdAt,
      ...changeableColumns(code),
    })
    .execute()
}

export async function updateCode(tx: Tx, code: AccountingCode): Promise<void> {
  await tables(tx)
    .updateTable('structure.codes')
    .set(changeableColumns(code))
    .where('company_id', '=', code.companyId)
    .where('id', '=', code.id)
    .execute()
}

function changeableColumns(code: AccountingCode) {
  return {
    code: code.code,
    code_key: codeKeyOf(code.code),
    name: code.name,
    unit_id: code.unitId ?? null,
    valid_from: code.validFrom ?? null,
    valid_to: code.validTo ?? null,
    external_id: code.externalId ?? null,
    ended_at: code.endedAt ?? null,
    version: code.version,
    changed_at: code.changedAt,
  }
}

export function toCode(row: CodeRow): AccountingCode {
  return {
    id: row.id as AccountingCode['id'],
    companyId: row.company_id as Id<'co'>,
    kind: row.kind as CodeKind,
    code: row.code,
    name: row.name,
    unitId: row.unit_id ?? undefined,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
    externalId: row.external_id ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
