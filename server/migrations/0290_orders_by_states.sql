-- no-transaction
create index concurrently if not exists orders_by_states on orders.orders (company_id, state, payment_state, placed_at desc, id desc);
