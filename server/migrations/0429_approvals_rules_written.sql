-- When the database wrote the last change of a rule: `updatedAfter` of the list reads it.
alter table approvals.rules add column written_at timestamptz not null default now();
alter table approvals.rules alter column written_at set default clock_timestamp();
create trigger rules_written before update on approvals.rules
  for each row execute function platform.stamp_written();
