import type { Id } from '#kernel/id'
import type { BillingAddress } from '#modules/identity'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type AddressRow, tables } from './tables.ts'

export type BookedAddress = {
  readonly id: Id<'adr'>
  readonly companyId: Id<'co'>
  readonly label: string
  readonly address: BillingAddress
  readonly defaultShipTo: boolean
  readonly defaultBillTo: boolean
  readonly addedBy: string
  readonly createdAt: Date
  readonly changedAt: Date
}

/** Changes of one company run one after the other, so that the limit holds and there is only one default. */
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

/** Inserts or replaces the address. Call `lockBook` first, because a new default replaces the old one. */
export async function putAddress(tx: Tx, booked: BookedAddress): Promise<void> {
  const { companyId, id, defaultShipTo, defaultBillTo } = booked
  await sql`
    update addresses.addresses
    set default_ship_to = default_ship_to and not ${defaultShipTo},
        default_bill_to = default_bill_to and not ${defaultBillTo}
    where company_id = ${companyId} and id <> ${id}
      and (default_ship_to and ${defaultShipTo} or default_bill_to and ${defaultBillTo})
  `.execute(tx)
  const set = {
    label: booked.label,
    address: JSON.stringify(booked.address),
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

export async function deleteAddress(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<BookedAddress | undefined> {
  const row = await tables(tx)
    .deleteFrom('addresses.addresses')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAddress(row)
}

export function toAddress(row: AddressRow): BookedAddress {
  return {
    id: row.id as Id<'adr'>,
    companyId: row.company_id as Id<'co'>,
    label: row.label,
    address: row.address as BillingAddress,
    defaultShipTo: row.default_ship_to,
    defaultBillTo: row.default_bill_to,
    addedBy: row.added_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
