-- no-transaction
create index concurrently if not exists budgets_by_change on budgets.budgets (company_id, written_at, id);
