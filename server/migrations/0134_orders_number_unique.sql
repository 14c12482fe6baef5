-- no-transaction
create unique index concurrently if not exists orders_number_unique on orders.orders (company_id, number);
