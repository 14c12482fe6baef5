-- The orders of each supplier, with the time at which the database wrote their last change: `updatedAfter` of the supplier's list
-- reads it. An order has many suppliers, so no index of orders.orders can have them in this order. Only the trigger writes here.
create table orders.supplied (
  supplier_company_id text not null,
  order_id text not null,
  company_id text not null,
  written_at timestamptz not null,
  primary key (supplier_company_id, order_id)
);
create index supplied_by_change on orders.supplied (supplier_company_id, written_at, order_id);

create function orders.write_supplied() returns trigger language plpgsql as $$
begin
  insert into orders.supplied (supplier_company_id, order_id, company_id, written_at)
  select distinct unnest(new.supplier_ids), new.id, new.company_id, new.written_at
  on conflict (supplier_company_id, order_id) do update set written_at = excluded.written_at;
  return null;
end
$$;

create trigger orders_supplied after insert or update on orders.orders
  for each row execute function orders.write_supplied();
