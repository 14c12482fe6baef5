-- When the database wrote the last change of a return: `updatedAfter` of the list reads it.
alter table orders.returns add column written_at timestamptz not null default now();
alter table orders.returns alter column written_at set default clock_timestamp();
create trigger returns_written before update on orders.returns
  for each row execute function platform.stamp_written();
