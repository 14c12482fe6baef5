import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Discount, PriceList } from './price-list.ts'

export type PriceListRow = {
  id: string
  supplier_company_id: string
  name: string
  currency: string
  valid_from: Date
  valid_until: Date | null
  version: number
  created_at: Date
  updated_at: Date
  discounts: Discount[]
  company_ids: string[]
  unit_id: string | null
  entries: number
}

/** The supplier. Undefined: every supplier, as operators see them. */
export type SupplierScope = string | undefined

export async function findPriceList(
  conn: Conn,
  supplierScope: SupplierScope,
  priceListId: string,
): Promise<PriceList | undefined> {
  const { rows } = await sql<PriceListRow>`
    select ${priceListColumns} from products.price_lists t where t.id = ${priceListId} ${ownedBy(supplierScope)}
  `.execute(conn)
  return rows[0] && toPriceList(rows[0])
}

/** Locks the list until the transaction ends. */
export async function lockPriceList(
  tx: Tx,
  supplierScope: SupplierScope,
  priceListId: string,
): Promise<PriceList | undefined> {
  const { rows } = await sql<PriceListRow>`
    select ${priceListColumns} from products.price_lists t where t.id = ${priceListId} ${ownedBy(supplierScope)} for update of t
  `.execute(tx)
  return rows[0] && toPriceList(rows[0])
}

export async function countPriceLists(conn: Conn, supplierCompanyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products.price_lists where supplier_company_id = ${supplierCompanyId}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Inserts or replaces the list with its discounts and companies. Its row is new, or the caller has locked it. */
export async function savePriceList(tx: Tx, list: PriceList): Promise<void> {
  const { id, discounts, companyIds, unitId = null } = list
  await sql`
    insert into products.price_lists (id, supplier_company_id, name, currency, valid_from, valid_until, unit_id, version,
      created_at, updated_at)
    values (${id}, ${list.supplierCompanyId}, ${list.name}, ${list.currency}, ${list.validFrom}::timestamptz,
      ${list.validUntil ?? null}::timestamptz, ${unitId}, ${list.version}, ${list.createdAt}::timestamptz, ${list.updatedAt}::timestamptz)
    on conflict (id) do update set name = excluded.name, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until, unit_id = excluded.unit_id, version = excluded.version, updated_at = excluded.updated_at
  `.execute(tx)
  await sql`delete from products.price_discounts where price_list_id = ${id}`.execute(tx)
  await sql`
    insert into products.price_discounts (price_list_id, kind, value, percent)
    select ${id}, d.* from unnest(${discounts.map(({ by }) => by)}::text[],
      ${discounts.map(({ value }) => value)}::text[], ${discounts.map(({ percent }) => percent)}::numeric[]) as d
  `.execute(tx)
  await sql`delete from products.price_list_companies where price_list_id = ${id}`.execute(tx)
  await sql`
    insert into products.price_list_companies (price_list_id, buyer_company_id)
    select ${id}, unnest(${companyIds}::text[])
  `.execute(tx)
}

/** Records that the entries changed. Readers see the new version, and cached prices of the list are checked again. */
export async function markEntriesChanged(tx: Tx, priceListId: string, now: Date): Promise<void> {
  await sql`
    update products.price_lists set version = version + 1, updated_at = ${now}::timestamptz where id = ${priceListId}
  `.execute(tx)
}

/** Returns false when a contract names the list. Then the list stays. */
export async function deletePriceList(tx: Tx, priceListId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from products.price_lists l where l.id = ${priceListId}
      and not exists (select 1 from products.contract_price_lists where price_list_id = l.id)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The buyers whose contracts name the list. Served by `contract_price_lists_by_list`. */
export async function listContractBuyers(conn: Conn, priceListId: string): Promise<string[]> {
  const { rows } = await sql<{ buyer: string }>`
    /* across companies: a supplier agrees on the list with several buyers */
    select distinct c.buyer_company_id as buyer
    from products.contract_price_lists l join products.contracts c on c.id = l.contract_id
    where l.price_list_id = ${priceListId}
  `.execute(conn)
  return rows.map(({ buyer }) => buyer)
}

/** Returns those of the ids that are categories. */
export async function listKnownCategories(conn: Conn, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from products.categories where id = any(${ids})
  `.execute(conn)
  return rows.map(({ id }) => id)
}

function ownedBy(supplierScope: SupplierScope) {
  return supplierScope === undefined ? sql`` : sql`and t.supplier_company_id = ${supplierScope}`
}

/** The columns that `toPriceList` reads. The statement calls its price lists `t`. */
export const priceListColumns = sql`t.*,
  (select coalesce(jsonb_agg(jsonb_build_object('by', d.kind, 'value', d.value, 'percent', d.percent::text)
    order by d.kind, d.value), '[]') from products.price_discounts d where d.price_list_id = t.id) as discounts,
  array(select buyer_company_id from products.price_list_companies a where a.price_list_id = t.id order by 1) as company_ids,
  (select count(*) from products.price_entries e where e.price_list_id = t.id) as entries`

export function toPriceList(row: PriceListRow): PriceList {
  return {
    id: row.id as Id<'pls'>,
    supplierCompanyId: row.supplier_company_id as Id<'co'>,
    name: row.name,
    currency: row.currency,
    validFrom: row.valid_from,
    validUntil: row.valid_until ?? undefined,
    discounts: row.discounts,
    companyIds: row.company_ids,
    unitId: row.unit_id ?? undefined,
    entryCount: row.entries,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
