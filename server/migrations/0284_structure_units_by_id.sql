-- no-transaction
create index concurrently units_by_id on structure.units (id);
