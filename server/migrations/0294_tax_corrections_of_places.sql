-- A correction may be of a part of a country alone: of the postal codes that begin so. Empty: of the whole country.
alter table tax.rate_overrides
  add column postcode text not null default ''
    constraint rate_overrides_postcode_shape check (postcode ~ '^[0-9A-Z]{0,10}$'),
  drop constraint rate_overrides_one_per_day,
  add constraint rate_overrides_one_per_day unique (country, tax_class, valid_from, postcode);
