-- no-transaction
create index concurrently if not exists addresses_by_change on addresses.addresses (company_id, written_at, id);
