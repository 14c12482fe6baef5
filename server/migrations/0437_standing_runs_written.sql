-- When the database wrote the last change of a run: `updatedAfter` of the list reads it. The primary key finds the few runs of a standing
-- order.
alter table standing.runs add column written_at timestamptz not null default now();
alter table standing.runs alter column written_at set default clock_timestamp();
create trigger runs_written before update on standing.runs
  for each row execute function platform.stamp_written();
