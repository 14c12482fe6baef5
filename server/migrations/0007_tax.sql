-- Taxes: the rates that operators correct.
create schema tax;

-- An operator's correction of a rate that ships with the product. The correction with the latest `valid_from` that is
-- valid on a day wins, also against the rates that ship.
create table tax.rate_overrides (
  id text primary key,
  country text not null constraint rate_overrides_country_shape check (country ~ '^[A-Z]{2}$'),
  -- A part of the country: the postal codes that begin with this. Empty: the whole country.
  postcode text not null default ''
    constraint rate_overrides_postcode_shape check (postcode ~ '^[0-9A-Z]{0,10}$'),
  tax_class text not null
    constraint rate_overrides_class_known
    check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking')),
  rate numeric(7, 4) not null constraint rate_overrides_rate_percent check (rate between 0 and 100),
  valid_from date not null,
  -- The last valid day. Null: until the next correction begins.
  valid_until date,
  note text not null,
  set_by text not null,
  set_at timestamptz not null,
  constraint rate_overrides_one_per_day unique (country, tax_class, valid_from, postcode),
  constraint rate_overrides_days_in_order check (valid_until >= valid_from)
);
