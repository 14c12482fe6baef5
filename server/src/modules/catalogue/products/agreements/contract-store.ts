import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { Contract, ContractState } from './contract.ts'
import type { OrderDiscounts } from './order-discounts.ts'

export type ContractRow = {
  id: string
  supplier_company_id: string
  supplier_name: string
  buyer_company_id: string
  reference: string
  state: string
  valid_from: Date
  valid_until: Date | null
  version: number
  created_at: Date
  updated_at: Date
  price_list_ids: string[]
  order_discounts: OrderDiscounts | null
}

/** `everybody`: an operator, who sees all contracts. Only the supplier sees a draft. */
export type Reader = 'everybody' | { readonly companyId: string }

export async function findContract(
  conn: Conn,
  reader: Reader,
  contractId: string,
): Promise<Contract | undefined> {
  const { rows } = await sql<ContractRow>`
    ${selectContracts()} where t.id = ${contractId} and ${readableBy(reader)}
  `.execute(conn)
  return rows[0] && toContract(rows[0])
}

/** Locks the contract until the transaction ends. Without a supplier it locks a contract of any supplier. */
export async function lockContract(
  tx: Tx,
  supplierId: string | undefined,
  contractId: string,
): Promise<Contract | undefined> {
  const { rows } = await sql<ContractRow>`
    ${selectContracts()} where t.id = ${contractId}
      ${supplierId === undefined ? sql`` : sql`and t.supplier_company_id = ${supplierId}`} for update of t
  `.execute(tx)
  return rows[0] && toContract(rows[0])
}

export async function countContracts(conn: Conn, supplierCompanyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products.contracts where supplier_company_id = ${supplierCompanyId}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/**
 * Inserts or replaces the contract. A constraint prevents two that apply at the same time, also in concurrent
 * transactions.
 */
export async function saveContract(tx: Tx, contract: Contract): Promise<void> {
  const { id, supplier, buyerCompanyId, reference, state, version, orderDiscounts } = contract
  try {
    await sql`
      insert into products.contracts (id, supplier_company_id, buyer_company_id, reference, state, valid_from, valid_until,
        order_discounts, version, created_at, updated_at)
      values (${id}, ${supplier.id}, ${buyerCompanyId}, ${reference}, ${state}, ${contract.validFrom}::timestamptz,
        ${contract.validUntil ?? null}::timestamptz,
        ${orderDiscounts ? JSON.stringify(orderDiscounts) : null}::jsonb, ${version}, ${contract.createdAt}::timestamptz,
        ${contract.updatedAt}::timestamptz)
      on conflict (id) do update set reference = excluded.reference, state = excluded.state,
        valid_from = excluded.valid_from, valid_until = excluded.valid_until,
        order_discounts = excluded.order_discounts, version = excluded.version,
        updated_at = excluded.updated_at
    `.execute(tx)
  } catch (error) {
    const broken = error instanceof Error && 'constraint' in error && error.constraint
    if (broken === 'contracts_one_at_a_time') throw fail('contract_overlaps')
    if (broken === 'contracts_reference_unique') throw fail('contract_reference_taken')
    throw error
  }
  await sql`delete from products.contract_price_lists where contract_id = ${id}`.execute(tx)
  await sql`
    insert into products.contract_price_lists (contract_id, price_list_id, place)
    select ${id}, l.id, l.place from unnest(${contract.priceListIds}::text[]) with ordinality as l(id, place)
  `.execute(tx)
}

export async function saveContractVersion(
  tx: Tx,
  { id, buyerCompanyId, version, updatedAt }: Contract,
): Promise<void> {
  await sql`
    update products.contracts set version = ${version}, updated_at = ${updatedAt}::timestamptz
    where id = ${id} and buyer_company_id = ${buyerCompanyId}
  `.execute(tx)
}

/** Those of these lists that belong to the supplier, with their units. Locks them until the transaction ends. */
export async function holdPriceLists(
  tx: Tx,
  supplierCompanyId: string,
  priceListIds: readonly string[],
): Promise<{ readonly unitId: string | null }[]> {
  const { rows } = await sql<{ unitId: string | null }>`
    select unit_id as "unitId" from products.price_lists
    where id = any(${priceListIds}) and supplier_company_id = ${supplierCompanyId} order by id for share
  `.execute(tx)
  return rows
}

export async function findSupplierName(conn: Conn, companyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from products.suppliers where id = ${companyId}
  `.execute(conn)
  return rows[0]?.name
}

/** The condition under which the reader may see a contract. The statement calls its contracts `t`. */
export function readableBy(reader: Reader) {
  if (reader === 'everybody') return sql`true`
  const { companyId } = reader
  return sql`(t.supplier_company_id = ${companyId} or t.buyer_company_id = ${companyId} and t.state <> 'DRAFT')`
}

export const fromContracts = sql`products.contracts t join products.suppliers s on s.id = t.supplier_company_id`

export const contractColumns = sql`t.*, s.name as supplier_name,
  array(select price_list_id from products.contract_price_lists l where l.contract_id = t.id order by place) as price_list_ids`

function selectContracts() {
  return sql`select ${contractColumns} from ${fromContracts}`
}

export function toContract(row: ContractRow): Contract {
  return {
    id: row.id as Id<'ctr'>,
    supplier: { id: row.supplier_company_id as Id<'co'>, name: row.supplier_name },
    buyerCompanyId: row.buyer_company_id as Id<'co'>,
    reference: row.reference,
    state: row.state as ContractState,
    validFrom: row.valid_from,
    validUntil: row.valid_until ?? undefined,
    priceListIds: row.price_list_ids,
    orderDiscounts: row.order_discounts ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
