-- When the database wrote the last change of a payment: `updatedAfter` of the list reads it. A lease is not a change.
alter table payments.payments add column written_at timestamptz not null default now();
alter table payments.payments alter column written_at set default clock_timestamp();
create index payments_by_change on payments.payments (company_id, written_at, id);
create trigger payments_written before update on payments.payments
  for each row when (new.version <> old.version) execute function platform.stamp_written();
