-- no-transaction
-- Operators search the requisitions of all companies by a part of their number, or of the number of their order.
create index concurrently if not exists requisitions_by_numbers on requisitions.requisitions using gin (
  lower(number || ' ' || coalesce(order_number, '')) gin_trgm_ops);
