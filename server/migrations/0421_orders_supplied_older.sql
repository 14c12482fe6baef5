-- no-transaction
do $$
declare
  one_company text;
begin
  for one_company in select distinct company_id from orders.orders loop
    insert into orders.supplied (supplier_company_id, order_id, company_id, written_at)
    select distinct unnest(o.supplier_ids), o.id, o.company_id, o.written_at
    from orders.orders o
    where o.company_id = one_company
    -- The trigger has written a later time.
    on conflict (supplier_company_id, order_id) do nothing;
    commit;
  end loop;
end
$$;
