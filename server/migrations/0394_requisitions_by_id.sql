-- no-transaction
-- Operators read the newest requisitions of all companies.
create index concurrently if not exists requisitions_by_id on requisitions.requisitions (id);
