-- no-transaction
create index concurrently if not exists automations_by_change on automations.automations (company_id, written_at, id);
