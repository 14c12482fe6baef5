-- no-transaction
-- The newest orders of a person: who reads only these reads no others on the way.
create index concurrently if not exists orders_by_buyer
  on orders.orders (company_id, placed_by, placed_at desc, id desc);
