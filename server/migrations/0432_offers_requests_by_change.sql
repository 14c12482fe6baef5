-- no-transaction
create index concurrently if not exists requests_by_change on offers.requests (company_id, written_at, id);
