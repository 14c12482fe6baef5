-- no-transaction
create index concurrently if not exists rules_by_change on approvals.rules (company_id, written_at, id);
