-- What is taxed how: classes of products, corrections of rates, and the tax of what was ordered.
create schema tax;

-- A rate that an operator knows better than the data that ships. The latest that is valid on a day wins, and wins over the data.
create table tax.rate_overrides (
  id text primary key,
  country text not null constraint rate_overrides_country_shape check (country ~ '^[A-Z]{2}$'),
  tax_class text not null
    constraint rate_overrides_class_known
    check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking')),
  rate numeric(7, 4) not null constraint rate_overrides_rate_percent check (rate between 0 and 100),
  valid_from date not null,
  -- The last day on which it is valid. Null: until another one comes.
  valid_until date,
  note text not null,
  set_by text not null,
  set_at timestamptz not null,
  constraint rate_overrides_one_per_day unique (country, tax_class, valid_from),
  constraint rate_overrides_days_in_order check (valid_until >= valid_from)
);

-- Null: as the category says, and where that says nothing, the standard rate.
alter table catalog.products add column tax_class text
  constraint products_tax_class_known
  check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking', 'zero', 'exempt'));
alter table catalog.categories add column tax_class text
  constraint categories_tax_class_known
  check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking', 'zero', 'exempt'));

-- Nullable on purpose: orders from before were not taxed here, and zero would be another statement.
alter table orders.orders
  add column goods_minor bigint,
  add column discount_minor bigint,
  add column shipping_minor bigint,
  add column tax_minor bigint,
  -- [{category, rate, reasonCode?, taxableMinor, taxMinor}]: amounts as text, as an EN 16931 invoice sums them up.
  add column tax_breakdown jsonb,
  add constraint orders_amounts_whole
    check (num_nonnulls(goods_minor, discount_minor, shipping_minor, tax_minor, tax_breakdown) in (0, 5)),
  add constraint orders_amounts_add_up
    check (tax_minor is null or total_minor = goods_minor - discount_minor + shipping_minor + tax_minor);

alter table orders.lines
  add column discount_minor bigint,
  -- UNCL5305, as EN 16931 restricts it.
  add column tax_category text,
  add column tax_rate numeric(7, 4),
  add column tax_minor bigint,
  -- VATEX: why there is no tax.
  add column tax_reason text,
  add constraint lines_tax_whole check (num_nonnulls(discount_minor, tax_category, tax_rate, tax_minor) in (0, 4)),
  add constraint lines_tax_category_known
    check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'));
