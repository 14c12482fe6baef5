-- no-transaction
-- Arriving stock goes to the line that has waited longest. A line that was added to an order later waits from then on.
create index concurrently if not exists lines_waiting_since on orders.lines (product_id, backordered_at, order_id, line_number)
  where waiting_quantity > 0;
