-- When the database wrote the last change of a request: `updatedAfter` of the lists reads it, of the buyer and of the supplier.
alter table offers.requests add column written_at timestamptz not null default now();
alter table offers.requests alter column written_at set default clock_timestamp();
create trigger requests_written before update on offers.requests
  for each row execute function platform.stamp_written();
