import type { Id } from '#kernel/id'
import type { BillingAddress } from '#modules/identity'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type AddressRow, tables } from './tables.ts'

export type BookedAddress = {
  readonly id: Id<'adr'>
  readonly companyId: Id<'co'>
  readonly label: string
  readonly address: BillingAddress
  /** It serves this unit and the units below it. Undefined: it serves the whole company. */
  readonly unitId: string | undefined
  readonly defaultShipTo: boolean
  readonly defaultBillTo: boolean
  readonly addedBy: string
  readonly createdAt: Date
  readonly changedAt: Date
}

/** Changes of one company run one after the other, so that the limit holds and each unit has only one default. */
export async function lockBook(tx: Tx, companyId: string): Promise<number> {
  await oneAfterTheOther(tx, `addresses ${companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from addresses.addresses where company_id = ${companyId}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export async function findAddress(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<BookedAddress | undefined> {
  const row = await tables(conn)
    .selectFrom('addresses.addresses')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toAddress(row)
}

export async function listAddresses(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<BookedAddress[]> {
  const { rows } = await sql<AddressRow>`
    select * from addresses.addresses where company_id = ${companyId} and id = any(${[...ids]}::text[])
  `.execute(conn)
  return rows.map(toAddress)
}

/** The defaults of the company and of the units. */
export async function listDefaults(
  conn: Conn,
  companyId: string,
  unitIds: readonly string[],
): Promise<BookedAddress[]> {
  const { rows } = await sql<AddressRow>`
    select * from addresses.addresses
    where company_id = ${companyId} and (default_ship_to or default_bill_to)
      and (unit_id is null or unit_id = any(${[...unitIds]}::text[]))
  `.execute(conn)
  return rows.map(toAddress)
}

export async function countAddressesOfUnit(
  conn: Conn,
  companyId: string,
  unitId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from addresses.addresses where company_id = ${companyId} and unit_id = ${unitId}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Inserts or replaces the address. Call `lockBook` first, because a new default replaces the old one. */
export async function putAddress(tx: Tx, booked: BookedAddress): Promise<void> {
  const { companyId, id, unitId = null, defaultShipTo, defaultBillTo } = booked
  await sql`
    update addresses.addresses
    set default_ship_to = default_ship_to and not ${defaultShipTo},
        default_bill_to = default_bill_to and not ${defaultBillTo}
    where company_id = ${companyId} and unit_id is not distinct from ${unitId} and id <> ${id}
      and (default_ship_to and ${defaultShipTo} or default_bill_to and ${defaultBillTo})
  `.execute(tx)
  const set = {
    label: booked.label,
    address: JSON.stringify(booked.address),
    unit_id: unitId,
    default_ship_to: defaultShipTo,
    default_bill_to: defaultBillTo,
    changed_at: booked.changedAt,
  }
  await tables(tx)
    .insertInto('addresses.addresses')
    .values({
      company_id: companyId,
      id,
      added_by: booked.addedBy,
      created_at: booked.createdAt,
      ...set,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doUpdateSet(set))
    .execute()
}

export async function deleteAddress(tx: Tx, { companyId, id }: BookedAddress): Promise<void> {
  await tables(tx)
    .deleteFrom('addresses.addresses')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export function toAddress(row: AddressRow): BookedAddress {
  return {
    id: row.id as Id<'adr'>,
    companyId: row.company_id as Id<'co'>,
    label: row.label,
    address: row.address as BillingAddress,
    unitId: row.unit_id ?? undefined,
    defaultShipTo: row.default_ship_to,
    defaultBillTo: row.default_bill_to,
    addedBy: row.added_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
