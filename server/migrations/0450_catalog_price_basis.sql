-- list_price and the prices of the tiers are those of per_quantity units, as the supplier states them. contents: pieces in one
-- unit, such as in a box.
alter table catalog.products
  add column per_quantity integer not null default 1,
  add column contents numeric(15, 6),
  add constraint products_per_quantity_limited check (per_quantity between 1 and 1000000) not valid,
  add constraint products_contents_positive check (contents > 0) not valid;
