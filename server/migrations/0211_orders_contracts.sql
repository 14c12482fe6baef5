-- The contracts from whose quotas the order calls off, and whether it goes beyond a maximum. Null: none.
alter table orders.orders add column contracts jsonb
  constraint orders_contracts_array check (jsonb_typeof(contracts) = 'array');
