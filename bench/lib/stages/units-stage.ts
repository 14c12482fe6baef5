import type { Buyer, CommerceStage } from './commerce-stage.ts'

const units = 500

/**
 * Gives the company of the buyer a tree of units with these levels, and puts the buyer into a unit of the lowest. On each level of the
 * buyer's line, and for the whole company, there are a price list, an assortment, an approval rule and a budget. The nearest price list
 * with a price is that of the company, no rule asks for an approval, and no budget is used up. Without levels there are no units.
 */
export async function buildUnits(
  { sql, productIds }: CommerceStage,
  { companyId, personId }: Buyer,
  levels: number,
): Promise<void> {
  if (levels > 0) {
    await sql.query(
      `insert into structure.units (company_id, id, name, kind, parent_id, version, created_at, changed_at)
       select $1, 'unt_' || n, 'Unit ' || n, 'DEPARTMENT',
         case when n = 1 then null when n <= $3 then 'unt_' || n - 1 else 'unt_' || 1 + n % ($3 - 1) end, 1, now(), now()
       from generate_series(1, $2::integer) as n`,
      [companyId, units, levels],
    )
    await sql.query(
      `update identity.memberships set unit_id = 'unt_' || $3::integer where company_id = $1 and user_id = $2`,
      [companyId, personId, levels],
    )
  }
  // The place 0 is the whole company.
  await sql.query(
    `with places as (
       select n, $1::text || '_' || n as id, case when n > 0 then 'unt_' || n end as unit_id
       from generate_series(0, $2::integer) as n
     ), lists as (
       insert into products.price_lists (id, supplier_company_id, name, currency, valid_from, unit_id, version, created_at, updated_at)
       select id, (select min(supplier_company_id) from products.products where id = any($3::text[])), 'List', 'EUR', now(),
         unit_id, 1, now(), now()
       from places
     ), assigned as (
       insert into products.price_list_companies (price_list_id, buyer_company_id) select id, $1 from places
     ), discounts as (
       insert into products.price_discounts (price_list_id, kind, value, percent)
       select id, case n when 0 then 'all' else 'brand' end, case n when 0 then '' else 'Nobody' end, 1 from places
     ), assortments as (
       insert into products.assortments (id, name, unit_id, version, created_at, updated_at)
       select id, 'Assortment', unit_id, 1, now(), now() from places
     ), restricted as (
       insert into products.assortment_companies (assortment_id, buyer_company_id) select id, $1 from places
     ), excluded as (
       insert into products.assortment_rules (assortment_id, effect, kind, value)
       select id, 'excluded', 'brand', 'Nobody' from places
     ), budgets as (
       insert into budgets.budgets (company_id, id, name, kind, subject, unit_id, period, currency, limit_minor, soft, active, changed_by,
         changed_at)
       select $1, id, 'Budget', case when n > 0 then 'UNIT' else 'PERSON' end, unit_id, unit_id, 'YEAR', 'EUR', 100000000000000, false, true,
         'bench', now()
       from places
     )
     insert into approvals.rules (company_id, id, name, position, conditions, steps, timeout_hours, changed_by, changed_at)
     select $1, id, 'Rule', n, jsonb_build_object('amountFrom', '{"minor": "100000000000", "currency": "EUR"}'::jsonb)
         || case when n > 0 then jsonb_build_object('unitIds', jsonb_build_array(unit_id)) else '{}' end,
       '[{"mode": "ANY", "people": [], "role": "approver"}]', 48, 'bench', now()
     from places`,
    [companyId, levels, productIds],
  )
}
