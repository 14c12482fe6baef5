-- When the database wrote the last change of an address: `updatedAfter` of the list reads it.
alter table addresses.addresses add column written_at timestamptz not null default now();
alter table addresses.addresses alter column written_at set default clock_timestamp();
create trigger addresses_written before update on addresses.addresses
  for each row execute function platform.stamp_written();
