-- no-transaction
create index concurrently if not exists returns_by_change on orders.returns (company_id, written_at, id);
