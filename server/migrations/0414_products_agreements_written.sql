-- When the database wrote the last change of what companies agree on: `updatedAfter` of the lists reads it. Operators read the
-- assortments, and those of every company.
alter table products.contracts add column written_at timestamptz not null default now();
alter table products.contracts alter column written_at set default clock_timestamp();
create trigger contracts_written before update on products.contracts
  for each row execute function platform.stamp_written();

alter table products.price_lists add column written_at timestamptz not null default now();
alter table products.price_lists alter column written_at set default clock_timestamp();
create trigger price_lists_written before update on products.price_lists
  for each row execute function platform.stamp_written();

alter table products.assortments add column written_at timestamptz not null default now();
alter table products.assortments alter column written_at set default clock_timestamp();
create trigger assortments_written before update on products.assortments
  for each row execute function platform.stamp_written();

-- A price that a supplier sends again is no change.
alter table products.price_entries add column written_at timestamptz not null default now();
alter table products.price_entries alter column written_at set default clock_timestamp();
create trigger price_entries_written before update on products.price_entries
  for each row when (
    (new.unit_price, new.tier_quantities, new.tier_prices) is distinct from (old.unit_price, old.tier_quantities, old.tier_prices))
  execute function platform.stamp_written();
