import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { MethodKind, ShippingMethod } from './method.ts'
import { type MethodRow, tables } from './tables.ts'

type StoredTier = { readonly fromMinor: string; readonly priceMinor: string }

/** Returns the methods of these companies, in the order in which they are offered. */
export async function listMethods(
  conn: Conn,
  companyIds: readonly string[],
): Promise<ShippingMethod[]> {
  const { rows } = await sql<MethodRow>`
    select * from shipping.methods where company_id = any(${[...companyIds]}::text[])
    order by company_id, position, id
  `.execute(conn)
  return rows.map(toMethod)
}

export type MethodWrite = {
  readonly method: ShippingMethod
  readonly changedBy: string
  readonly now: Date
}

/** Returns false at the limit. Inserts of one company run one after the other, so that the limit holds. */
export async function insertMethod(tx: Tx, write: MethodWrite, limit: number): Promise<boolean> {
  const { companyId } = write.method
  await oneAfterTheOther(tx, `shipping.methods ${companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from shipping.methods where company_id = ${companyId}
  `.execute(tx)
  if ((rows[0]?.count ?? 0) >= limit) return false
  await tables(tx)
    .insertInto('shipping.methods')
    .values({ company_id: companyId, id: write.method.id, ...columnsOf(write) })
    .execute()
  return true
}

/** Returns false when the company has no such method. */
export async function replaceMethod(tx: Tx, write: MethodWrite): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('shipping.methods')
    .set(columnsOf(write))
    .where('company_id', '=', write.method.companyId)
    .where('id', '=', write.method.id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteMethod(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<ShippingMethod | undefined> {
  const row = await tables(tx)
    .deleteFrom('shipping.methods')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toMethod(row)
}

function columnsOf({ method, changedBy, now }: MethodWrite) {
  const { name, kind, countries, currency, tiers, leadTimeDays, position } = method
  const text = ({ amountMinor }: Money) => amountMinor.toString()
  const stored: StoredTier[] = tiers.map(({ from, price }) => ({
    fromMinor: text(from),
    priceMinor: text(price),
  }))
  return {
    name,
    kind,
    countries: [...countries],
    currency,
    tiers: JSON.stringify(stored),
    lead_time_days: leadTimeDays,
    position,
    changed_by: changedBy,
    changed_at: now,
  }
}

function toMethod(row: MethodRow): ShippingMethod {
  const { currency } = row
  const read = (minor: string) => money(BigInt(minor), currency)
  return {
    id: row.id as ShippingMethod['id'],
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    kind: row.kind as MethodKind,
    countries: row.countries,
    currency,
    tiers: (row.tiers as StoredTier[]).map(({ fromMinor, priceMinor }) => ({
      from: read(fromMinor),
      price: read(priceMinor),
    })),
    leadTimeDays: row.lead_time_days,
    position: row.position,
  }
}
