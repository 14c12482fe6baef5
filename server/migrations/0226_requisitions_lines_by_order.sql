-- no-transaction
-- The requisition of an order.
create index concurrently if not exists lines_by_order
  on requisitions.lines (company_id, order_id) where order_id is not null;
