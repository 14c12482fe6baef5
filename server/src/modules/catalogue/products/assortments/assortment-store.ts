import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Assortment, Selection } from './assortment.ts'

export type AssortmentRow = {
  id: string
  name: string
  version: number
  created_at: Date
  updated_at: Date
  rules: { effect: 'included' | 'excluded'; kind: Kind; value: string }[]
  company_ids: string[]
  unit_id: string | null
}

type Kind = 'supplier' | 'category' | 'brand' | 'product'

export async function findAssortment(conn: Conn, id: string): Promise<Assortment | undefined> {
  const { rows } = await sql<AssortmentRow>`${selectAssortments()} where t.id = ${id}`.execute(conn)
  return rows[0] && toAssortment(rows[0])
}

/** Locks the assortment until the transaction ends. */
export async function lockAssortment(tx: Tx, id: string): Promise<Assortment | undefined> {
  const { rows } =
    await sql<AssortmentRow>`${selectAssortments()} where t.id = ${id} for update of t`.execute(tx)
  return rows[0] && toAssortment(rows[0])
}

export async function countAssortments(conn: Conn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products.assortments
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Inserts or replaces the assortment with its rules and companies. Its row is new, or the caller has locked it. */
export async function saveAssortment(tx: Tx, assortment: Assortment): Promise<void> {
  const { id, name, version, createdAt, updatedAt, companyIds, unitId = null } = assortment
  await sql`
    insert into products.assortments (id, name, unit_id, version, created_at, updated_at)
    values (${id}, ${name}, ${unitId}, ${version}, ${createdAt}::timestamptz, ${updatedAt}::timestamptz)
    on conflict (id) do update set name = excluded.name, unit_id = excluded.unit_id, version = excluded.version, updated_at = excluded.updated_at
  `.execute(tx)
  const rules = [
    ...rulesOf('included', assortment.included),
    ...rulesOf('excluded', assortment.excluded),
  ]
  await sql`delete from products.assortment_rules where assortment_id = ${id}`.execute(tx)
  await sql`
    insert into products.assortment_rules (assortment_id, effect, kind, value)
    select ${id}, r.* from unnest(${rules.map(({ effect }) => effect)}::text[],
      ${rules.map(({ kind }) => kind)}::text[], ${rules.map(({ value }) => value)}::text[]) as r
    on conflict do nothing
  `.execute(tx)
  await sql`delete from products.assortment_companies where assortment_id = ${id}`.execute(tx)
  await sql`
    insert into products.assortment_companies (assortment_id, buyer_company_id)
    select ${id}, unnest(${companyIds}::text[])
  `.execute(tx)
}

export async function deleteAssortment(tx: Tx, id: string): Promise<void> {
  await sql`delete from products.assortments where id = ${id}`.execute(tx)
}

/** Finds one of these companies that has more assortments than allowed, for all of it or for one unit. Served by `assortment_companies_by_buyer`. */
export async function findOverloaded(
  conn: Conn,
  companyIds: readonly string[],
  most: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ company: string }>`
    select o.buyer_company_id as company
    from products.assortment_companies o join products.assortments a on a.id = o.assortment_id
    where o.buyer_company_id = any(${companyIds}) group by 1, a.unit_id having count(*) > ${most} limit 1
  `.execute(conn)
  return rows[0]?.company
}

/** Returns those of the categories and products that do not exist. */
export async function findUnknownParts(
  conn: Conn,
  { categories, products }: Pick<Selection, 'categories' | 'products'>,
): Promise<Pick<Selection, 'categories' | 'products'>> {
  const { rows } = await sql<{ categories: string[]; products: string[] }>`
    /* across companies: operators name products of all suppliers */
    select
      array(select id from unnest(${categories}::text[]) as named(id)
        where not exists (select 1 from products.categories c where c.id = named.id)) as categories,
      array(select id from unnest(${products}::text[]) as named(id)
        where not exists (select 1 from products.products p where p.id = named.id)) as products
  `.execute(conn)
  return rows[0] ?? { categories: [], products: [] }
}

function rulesOf(effect: 'included' | 'excluded', selection: Selection) {
  const of = (kind: Kind, values: readonly string[]) =>
    values.map((value) => ({ effect, kind, value }))
  return [
    ...of('supplier', selection.suppliers),
    ...of('category', selection.categories),
    ...of('brand', selection.brands),
    ...of('product', selection.products),
  ]
}

function selectAssortments() {
  return sql`select ${assortmentColumns} from products.assortments t`
}

/** The columns that `toAssortment` reads. The statement calls its assortments `t`. */
export const assortmentColumns = sql`t.*,
  (select coalesce(jsonb_agg(jsonb_build_object('effect', r.effect, 'kind', r.kind, 'value', r.value)
    order by r.effect, r.kind, r.value), '[]') from products.assortment_rules r where r.assortment_id = t.id) as rules,
  array(select buyer_company_id from products.assortment_companies o where o.assortment_id = t.id order by 1) as company_ids`

export function toAssortment(row: AssortmentRow): Assortment {
  const of = (effect: 'included' | 'excluded'): Selection => {
    const values = (kind: Kind) =>
      row.rules.flatMap((rule) => (rule.effect === effect && rule.kind === kind ? rule.value : []))
    return {
      suppliers: values('supplier'),
      categories: values('category'),
      brands: values('brand'),
      products: values('product'),
    }
  }
  return {
    id: row.id as Id<'ast'>,
    name: row.name,
    included: of('included'),
    excluded: of('excluded'),
    companyIds: row.company_ids,
    unitId: row.unit_id ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
