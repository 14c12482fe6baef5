-- When the database wrote the last change of an order: `updatedAfter` of the list reads it. Every change of an order also
-- changes its state, which is indexed, so the index costs no update that was cheap before.
alter table orders.orders add column written_at timestamptz not null default now();
alter table orders.orders alter column written_at set default clock_timestamp();
create index orders_by_change on orders.orders (company_id, written_at, id);
create trigger orders_written before update on orders.orders
  for each row execute function platform.stamp_written();
