-- no-transaction
-- Copies the orders that the trigger has not seen, 1,000 at a time, and commits each batch. It can be stopped: it begins again, and
-- leaves alone what is copied. A batch waits for nobody while it holds locks, so it deadlocks with no change of several orders.
do $$
declare
  one_company text;
  after_id text;
  last_id text;
  missing_id text;
begin
  for one_company in select distinct company_id from orders.orders loop
    after_id := '';
    loop
      select max(id) into last_id from (
        select id from orders.orders where company_id = one_company and id > after_id order by id limit 1000
      ) batch;
      exit when last_id is null;
      loop
        with unlocked as materialized (
          select supplier_ids, id, company_id, written_at from orders.orders
          where company_id = one_company and id > after_id and id <= last_id
          for share skip locked
        )
        insert into orders.supplied (supplier_company_id, order_id, company_id, written_at)
        select distinct unnest(supplier_ids), id, company_id, written_at from unlocked
        -- The trigger has written a later time.
        on conflict (supplier_company_id, order_id) do nothing;
        commit;
        -- The trigger writes a skipped order, unless its change is rolled back.
        select o.id into missing_id from orders.orders o
        where o.company_id = one_company and o.id > after_id and o.id <= last_id and o.supplier_ids <> '{}'
          and not exists (
            select from orders.supplied s where s.supplier_company_id = any (o.supplier_ids) and s.order_id = o.id)
        limit 1;
        exit when missing_id is null;
        -- Waits until the change of this order ends.
        perform 1 from orders.orders where company_id = one_company and id = missing_id for share;
        commit;
      end loop;
      after_id := last_id;
    end loop;
  end loop;
end
$$;
