-- A quota of a category by quantity counts the products of one unit: metres and pieces have no sum. Null: the unit of the product,
-- or a value.
alter table quotas.quotas
  add column unit text,
  drop constraint quotas_distinct,
  add constraint quotas_distinct
    unique nulls not distinct (company_id, contract_id, covers, covered_id, measure, currency, unit);

-- Those that exist get the unit of most of their call-offs, or pieces. What was called off in other units stays in their sums until
-- it is given back.
update quotas.quotas q
set unit = coalesce((
  select mode() within group (order by p.unit)
  from quotas.call_offs c join products.products p on p.id = c.product_id
  where c.company_id = q.company_id and c.quota_id = q.id), 'C62')
where q.covers = 'CATEGORY' and q.measure = 'QUANTITY';
