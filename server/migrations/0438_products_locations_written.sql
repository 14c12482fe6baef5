-- When the database wrote the last change of a stock location: `updatedAfter` of the list reads it. A supplier has few.
alter table products.stock_locations add column written_at timestamptz not null default now();
alter table products.stock_locations alter column written_at set default clock_timestamp();
create trigger stock_locations_written before update on products.stock_locations
  for each row execute function platform.stamp_written();
