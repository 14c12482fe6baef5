-- When the database wrote the last change of an import: `updatedAfter` of the list reads it. A lease is not a change.
alter table imports.imports add column written_at timestamptz not null default now();
alter table imports.imports alter column written_at set default clock_timestamp();
create index imports_by_change on imports.imports (company_id, written_at, id);
create trigger imports_written before update on imports.imports
  for each row when (
    (new.state, new.bytes_received, new.bytes_read, new.records_done, new.discontinued, new.problems, new.started_at, new.ended_at)
    is distinct from
    (old.state, old.bytes_received, old.bytes_read, old.records_done, old.discontinued, old.problems, old.started_at, old.ended_at))
  execute function platform.stamp_written();
