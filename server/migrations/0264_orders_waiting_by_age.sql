-- no-transaction
-- Operators see what waits longest, whatever the product.
create index concurrently if not exists lines_waiting_by_age on orders.lines (order_id, line_number) where waiting_quantity > 0;
