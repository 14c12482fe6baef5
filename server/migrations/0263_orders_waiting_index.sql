-- no-transaction
create index concurrently if not exists lines_waiting on orders.lines (product_id, order_id, line_number) where waiting_quantity > 0;
