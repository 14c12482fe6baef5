-- no-transaction
-- The newest orders of a unit.
create index concurrently if not exists orders_by_unit
  on orders.orders (company_id, unit_id, placed_at desc, id desc) where unit_id is not null;
