-- Thousandths of the unit, as in 0251_products_quantities. The amounts of a quota are in its measure: only those of a quantity change.
update quotas.call_offs c
set amount = c.amount * 1000, amount_kept = c.amount_kept * 1000
from quotas.quotas q
where q.company_id = c.company_id and q.id = c.quota_id and q.measure = 'QUANTITY';

update quotas.quotas
set committed = committed * 1000, maximum = maximum * 1000, held = held * 1000, called_off = called_off * 1000
where measure = 'QUANTITY';

alter table quotas.call_offs
  alter column quantity type bigint using quantity::bigint * 1000,
  alter column kept type bigint using kept::bigint * 1000;
