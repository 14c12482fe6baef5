-- no-transaction
create index concurrently if not exists endpoints_by_change on webhooks.endpoints (company_id, written_at, id);
