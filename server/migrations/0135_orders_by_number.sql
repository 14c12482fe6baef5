-- no-transaction
-- Operators search the orders of all companies by a number.
create index concurrently if not exists orders_by_number on orders.orders (number);
