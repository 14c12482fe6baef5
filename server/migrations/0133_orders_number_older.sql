-- no-transaction
call numbering.number_older('orders.orders', 'ORDER', 'placed_at', $$, supplier_ids = coalesce((
  select array_agg(s.supplier_company_id order by s.first) from (
    select l.supplier_company_id, min(l.line_number) as first from orders.lines l
    where l.company_id = t.company_id and l.order_id = t.id
    group by l.supplier_company_id) s), '{}')$$);
