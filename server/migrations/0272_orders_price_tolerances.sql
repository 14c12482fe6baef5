-- How much higher a supplier may set the price of one unit without a decision of the buyer. Zero: this limit is not used.
alter table orders.tolerances
  add column higher_price_percent numeric(5, 2) not null default 0
    constraint tolerances_percent_known check (higher_price_percent between 0 and 100),
  add column higher_price_amount numeric(20, 6)
    constraint tolerances_amount_known check (higher_price_amount >= 0),
  add column higher_price_currency text,
  add constraint tolerances_amount_has_currency
    check ((higher_price_amount is null) = (higher_price_currency is null));
