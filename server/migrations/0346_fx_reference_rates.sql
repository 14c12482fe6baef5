-- What the European Central Bank has said of each day: so many units for one euro. Taxes are told with them, prices are not.
-- What is here is never changed: whoever has told a tax with it keeps the rate itself.
create table fx.reference_rates (
  day date not null,
  currency text not null constraint reference_rates_currency_shape check (currency ~ '^[A-Z]{3}$'),
  rate numeric(24, 12) not null constraint reference_rates_positive check (rate > 0),
  primary key (day, currency)
);

create trigger reference_rates_immutable before update or delete on fx.reference_rates
  for each row execute function fx.refuse_change();
