-- no-transaction
create index concurrently if not exists requests_of_supplier_by_change on offers.requests (supplier_company_id, written_at, id);
