-- When the database wrote the last change of a ticket: `updatedAfter` of the list reads it. A lease is not a change.
alter table support.tickets add column written_at timestamptz not null default now();
alter table support.tickets alter column written_at set default clock_timestamp();
create index tickets_by_change on support.tickets (company_id, written_at, id);
create trigger tickets_written before update on support.tickets
  for each row when (new.version <> old.version) execute function platform.stamp_written();
