-- When the database wrote the last change of a credit account: `updatedAfter` of the list reads it. It has no index: a company has few
-- accounts, and each purchase on credit changes one, which without an index of this column writes no index.
alter table payments.credit_accounts add column written_at timestamptz not null default now();
alter table payments.credit_accounts alter column written_at set default clock_timestamp();
create trigger credit_accounts_written before update on payments.credit_accounts
  for each row execute function platform.stamp_written();
