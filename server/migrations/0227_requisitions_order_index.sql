-- no-transaction
-- The lines name their orders: lines_by_order finds the requisition of an order.
drop index concurrently if exists requisitions.requisitions_by_order;
