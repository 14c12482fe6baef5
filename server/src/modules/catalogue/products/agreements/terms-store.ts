import { createHash } from 'node:crypto'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import { type BuyingUnit, levelsMax, lineOfUnits } from '#modules/structure'
import { type Conn, sql } from '#platform/db'
import type { Restriction } from '../assortments/visible-sql.ts'
import { brandKey } from '../brand-sql.ts'
import type { DiscountsInForce, OrderDiscounts } from './order-discounts.ts'
import type { AgreedList, Terms } from './terms.ts'

type TermsRow = {
  lists: {
    id: string
    version: number
    supplier: string
    currency: string
    discounts: Record<string, string>
    contractId: string | null
    reference: string | null
  }[]
  valid_until: Date | null
  assortments: AssortmentJson[]
  depend_on_unit: boolean
  closed: string[]
  order_discounts: {
    supplier: string
    id: string
    reference: string
    off: OrderDiscounts
  }[]
  revision: number
  snapshot: string
}

type AssortmentJson = {
  id: string
  version: number
  rules: { effect: 'included' | 'excluded'; kind: string; value: string }[]
}

/**
 * Reads the terms of a buyer at an instant, in one statement: the price lists of the nearest unit first and those of the whole
 * company last, of these the lists of contracts in their order, then the assigned lists, the newest first; and the assortments of
 * all of these. Served by `contracts_by_buyer`, `price_list_companies_by_buyer` and `assortment_companies_by_buyer`.
 */
export async function readTerms(
  conn: Conn,
  { companyId, unitId }: BuyingUnit,
  now: Date,
): Promise<Terms> {
  const { rows } = await sql<TermsRow>`
    with line as materialized (${placesOf(companyId, unitId)}), agreed as materialized (
      select price_list_id as id, 0 as source, cl.place, c.id as contract_id, c.reference,
        c.valid_from as contract_from, c.valid_until as contract_until
      from products.contracts c
      join products.contract_price_lists cl on cl.contract_id = c.id
      where c.buyer_company_id = ${companyId} and c.state = 'ACTIVE'
      union all
      select price_list_id, 1, 0, null, null, null, null
      from products.price_list_companies where buyer_company_id = ${companyId}
    ), restricting as materialized (
      select a.id, a.version, a.unit_id
      from products.assortment_companies o join products.assortments a on a.id = o.assortment_id
      where o.buyer_company_id = ${companyId}
    ), named as materialized (
      select g.*, line.distance
      from agreed g join products.price_lists l using (id) join line on line.id = coalesce(l.unit_id, '')
    ), discounting as materialized (
      select c.id, c.reference, c.supplier_company_id, c.order_discounts, c.valid_from, c.valid_until
      from products.contracts c
      where c.buyer_company_id = ${companyId} and c.state = 'ACTIVE' and c.order_discounts is not null
    ), valid as materialized (
      select n.*, l.version, l.supplier_company_id, l.currency, l.valid_from
      from named n join products.price_lists l using (id)
      where ${appliesAt(now, 'l.valid_from', 'l.valid_until')}
        and (n.contract_from is null or ${appliesAt(now, 'n.contract_from', 'n.contract_until')})
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'version', v.version,
          'supplier', v.supplier_company_id, 'currency', v.currency, 'discounts', ${discounts()},
          'contractId', v.contract_id, 'reference', v.reference)
        order by v.distance, v.source, v.place, v.valid_from desc, v.id desc), '[]') from valid v) as lists,
      (select min(at) from (
          select unnest(array[n.contract_from, n.contract_until, l.valid_from, l.valid_until]) as at
          from named n join products.price_lists l using (id)
          union all
          select unnest(array[d.valid_from, d.valid_until]) from discounting d
        ) as turns where at > ${now}::timestamptz) as valid_until,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'version', a.version, 'rules', ${rules()}) order by a.id), '[]')
        from restricting a join line on line.id = coalesce(a.unit_id, '')) as assortments,
      exists (select from restricting where unit_id is not null)
        or exists (select from agreed join products.price_lists l using (id) where l.unit_id is not null) as depend_on_unit,
      array(select s.id from products.suppliers s where s.closed_at is not null order by s.id) as closed,
      (select coalesce(jsonb_agg(jsonb_build_object('supplier', c.supplier_company_id, 'id', c.id, 'reference', c.reference,
          'off', c.order_discounts) order by c.id), '[]')
        from discounting c where ${appliesAt(now, 'c.valid_from', 'c.valid_until')}) as order_discounts,
      (select last_value from products.terms_revision) as revision, pg_current_snapshot()::text as snapshot
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from has one row')
  const { lists, assortments, closed } = row
  const seen = closed.length === 0 ? assortments : [...assortments, closed]
  return {
    key: lists.length + seen.length === 0 ? '' : digestOf([lists, seen]),
    dependOnUnit: row.depend_on_unit,
    restrictions: [...assortments.map(toRestriction), ...withoutClosed(closed)],
    restrictionsKey: seen.length === 0 ? '' : digestOf(seen),
    lists: row.lists.map(toList),
    orderDiscounts: row.order_discounts.map(toDiscountsInForce),
    revision: row.revision,
    snapshot: row.snapshot,
    validUntil: row.valid_until ?? undefined,
    readAt: now,
  }
}

/** The places whose price lists and assortments hold for the buyer: its units, and '' for the whole company, which is the farthest. */
function placesOf(companyId: string, unitId: string | undefined) {
  const company = sql`select '' as id, ${sql.lit(levelsMax + 1)} as distance`
  return unitId === undefined
    ? company
    : sql`(${lineOfUnits(companyId, [unitId])}) union all ${company}`
}

/**
 * Copies a discount on a category to each category below it that has no nearer one. A brand may be written in several
 * letter cases: of two discounts on it the greater one applies.
 */
function discounts() {
  return sql`(select coalesce(jsonb_object_agg(key, percent), '{}') from (
    select case kind when 'all' then '*' else 'b:' || ${brandKey(sql`value`)} end as key, max(percent)::text as percent
    from products.price_discounts where price_list_id = v.id and kind <> 'category' group by key
    union all
    (select distinct on (c.id) 'c:' || c.id, d.percent::text
      from products.price_discounts d join products.categories c on d.value = any(c.path_ids)
      where d.price_list_id = v.id and d.kind = 'category'
      order by c.id, array_position(c.path_ids, d.value) desc)
  ) as off)`
}

function appliesAt(now: Date, from: string, until: string) {
  return sql`${sql.ref(from)} <= ${now}::timestamptz
    and (${sql.ref(until)} is null or ${sql.ref(until)} > ${now}::timestamptz)`
}

function toList(list: TermsRow['lists'][number]): AgreedList {
  const { id, supplier, currency, contractId, reference } = list
  return {
    id,
    supplierCompanyId: supplier,
    currency,
    discounts: list.discounts,
    contract: contractId === null || reference === null ? undefined : { id: contractId, reference },
  }
}

function toDiscountsInForce(discounts: TermsRow['order_discounts'][number]): DiscountsInForce {
  const { supplier, id, reference, off } = discounts
  return { ...off, supplierCompanyId: supplier, contract: { id, reference } }
}

/** Rules for single products are read per product. The terms only record that there are some. */
function rules() {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('effect', r.effect, 'kind', r.kind, 'value', r.value)
    order by r.effect, r.kind, r.value), '[]') from (
      select effect, kind, case kind when 'brand' then ${brandKey(sql`value`)} else value end as value from products.assortment_rules where assortment_id = a.id and kind <> 'product'
      union all
      select distinct effect, 'product', '' from products.assortment_rules where assortment_id = a.id and kind = 'product'
    ) as r)`
}

function toRestriction({ id, rules: all }: AssortmentJson): Restriction {
  const of = (effect: 'included' | 'excluded') => {
    const values = (kind: string) =>
      all.flatMap((rule) => (rule.effect === effect && rule.kind === kind ? rule.value : []))
    return {
      suppliers: values('supplier'),
      categories: values('category'),
      brands: values('brand'),
      hasProducts: values('product').length > 0,
    }
  }
  return { id, included: of('included'), excluded: of('excluded') }
}

/** Adds the closed suppliers, which restrict everybody, to the company's own assortments. */
function withoutClosed(suppliers: readonly string[]): Restriction[] {
  if (suppliers.length === 0) return []
  const nothing = { suppliers: [], categories: [], brands: [], hasProducts: false }
  return [{ id: undefined, included: nothing, excluded: { ...nothing, suppliers: [...suppliers] } }]
}

/**
 * The key covers everything that decides prices and assortment. So a cached entry never has a wrong price, and never
 * shows a product to a company that must not see it.
 */
function digestOf(what: Hashable): string {
  return createHash('sha256').update(canonicalJson(what)).digest('base64url').slice(0, 22)
}
