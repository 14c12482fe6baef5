-- no-transaction
-- The newest orders of the requisitions of a person.
create index concurrently if not exists orders_by_requester
  on orders.orders (company_id, requested_by, placed_at desc, id desc) where requested_by is not null;
