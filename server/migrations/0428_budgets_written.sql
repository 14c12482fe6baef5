-- When the database wrote the last change of a budget or a spending limit: `updatedAfter` of the lists reads it. What is spent stands
-- in other rows.
alter table budgets.budgets add column written_at timestamptz not null default now();
alter table budgets.budgets alter column written_at set default clock_timestamp();
create trigger budgets_written before update on budgets.budgets
  for each row execute function platform.stamp_written();
