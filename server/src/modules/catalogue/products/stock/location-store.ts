import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { StockLocation } from './location.ts'

export type LocationRow = {
  id: string
  supplier_company_id: string
  name: string
  country: string
  lead_time_days: number | null
  position: number
  created_at: Date
  updated_at: Date
}

/** The supplier. Undefined: every supplier, as operators see them. */
type SupplierScope = string | undefined

export async function findLocation(
  conn: Conn,
  supplierScope: SupplierScope,
  locationId: string,
): Promise<StockLocation | undefined> {
  const { rows } = await sql<LocationRow>`
    select * from products.stock_locations l where id = ${locationId} ${ownedBy(supplierScope)}
  `.execute(conn)
  return rows[0] && toLocation(rows[0])
}

/** Locks the location until the transaction ends: it neither changes nor disappears. */
export async function lockLocation(
  tx: Tx,
  supplierScope: SupplierScope,
  locationId: string,
): Promise<StockLocation | undefined> {
  const { rows } = await sql<LocationRow>`
    select * from products.stock_locations l where id = ${locationId} ${ownedBy(supplierScope)} for update
  `.execute(tx)
  return rows[0] && toLocation(rows[0])
}

/**
 * Keeps all locations of the supplier from deletion until the transaction ends, and returns one of them. Counting calls
 * it first, so that a count and a deletion wait for each other before either locks anything else.
 */
export async function holdLocations(
  tx: Tx,
  supplierScope: SupplierScope,
  locationId: string,
): Promise<StockLocation | undefined> {
  const { rows } = await sql<LocationRow>`
    select * from products.stock_locations where supplier_company_id = (
      select supplier_company_id from products.stock_locations l where id = ${locationId} ${ownedBy(supplierScope)})
    order by id for key share
  `.execute(tx)
  const held = rows.find(({ id }) => id === locationId)
  return held && toLocation(held)
}

/**
 * Returns the number of the supplier's locations. It locks the supplier's row, so that concurrent inserts count each
 * other.
 */
export async function countLocations(tx: Tx, supplierCompanyId: string): Promise<number> {
  await sql`select id from products.suppliers where id = ${supplierCompanyId} for update`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products.stock_locations where supplier_company_id = ${supplierCompanyId}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Inserts or replaces the location. The caller has locked an existing row. */
export async function saveLocation(tx: Tx, location: StockLocation): Promise<void> {
  const { id, supplierCompanyId, name, country, leadTimeDays, position } = location
  try {
    await sql`
      insert into products.stock_locations (id, supplier_company_id, name, country, lead_time_days, position,
        created_at, updated_at)
      values (${id}, ${supplierCompanyId}, ${name}, ${country}, ${leadTimeDays ?? null}::integer, ${position},
        ${location.createdAt}::timestamptz, ${location.updatedAt}::timestamptz)
      on conflict (id) do update set name = excluded.name, country = excluded.country,
        lead_time_days = excluded.lead_time_days, position = excluded.position, updated_at = excluded.updated_at
    `.execute(tx)
  } catch (error) {
    const broken = error instanceof Error && 'constraint' in error && error.constraint
    if (broken === 'stock_locations_name_unique') throw fail('stock_location_name_taken', { name })
    throw error
  }
}

/** Returns false when the location has counts. Then it stays. The caller has locked the row. */
export async function deleteLocation(tx: Tx, locationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from products.stock_locations l where id = ${locationId}
      and not exists (select 1 from products.stock_counts where location_id = l.id and counted > 0)
  `.execute(tx)
  return numAffectedRows === 1n
}

function ownedBy(supplierScope: SupplierScope) {
  return supplierScope === undefined ? sql`` : sql`and l.supplier_company_id = ${supplierScope}`
}

export function toLocation(row: LocationRow): StockLocation {
  return {
    id: row.id as Id<'slo'>,
    supplierCompanyId: row.supplier_company_id as Id<'co'>,
    name: row.name,
    country: row.country,
    leadTimeDays: row.lead_time_days ?? undefined,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
