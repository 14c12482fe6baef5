-- A quantity is thousandths of its unit from here on: 2.5 metres are 2500. A process of a release before would read and write it a
-- thousand times too small, so this begins only when none is connected.
do $$
begin
  if exists (
    select from pg_stat_activity
    where datname = current_database() and application_name = 'purveyor' and pid <> pg_backend_pid()
  ) then
    raise exception 'Quantities get three decimals in this release, which the release before cannot read. Stop every process of it, then start this one again.';
  end if;
end
$$;

alter table products.products
  drop constraint products_moq_positive,
  drop constraint products_multiple_positive,
  alter column moq type bigint using moq::bigint * 1000,
  alter column multiple type bigint using multiple::bigint * 1000,
  add constraint products_moq_positive check (moq > 0),
  add constraint products_multiple_positive check (multiple > 0);

alter table products.price_tiers
  drop constraint price_tiers_min_quantity_above_one,
  alter column min_quantity type bigint using min_quantity::bigint * 1000,
  add constraint price_tiers_min_quantity_positive check (min_quantity > 0);

create function products.in_thousandths(quantities integer[]) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(quantity::bigint * 1000 order by place), '{}')
  from unnest(quantities) with ordinality as each (quantity, place)
$$;

alter table products.price_entries
  alter column tier_quantities type bigint[] using products.in_thousandths(tier_quantities);

drop function products.in_thousandths(integer[]);

alter table products.stock
  alter column on_hand type bigint using on_hand::bigint * 1000,
  alter column reserved type bigint using reserved::bigint * 1000,
  alter column committed type bigint using committed::bigint * 1000;

alter table products.stock_counts
  alter column counted type bigint using counted::bigint * 1000;
