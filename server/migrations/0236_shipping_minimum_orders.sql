-- The least value of an order's goods that a supplier accepts as it is. Below it the order is refused, or costs a fee.
create table shipping.minimum_orders (
  -- The supplier.
  company_id text primary key references identity.companies,
  currency text not null constraint minimum_orders_currency_shape check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint minimum_orders_amount_positive check (amount_minor > 0),
  below text not null constraint minimum_orders_below_known check (below in ('REFUSE', 'FEE')),
  fee_minor bigint constraint minimum_orders_fee_positive check (fee_minor > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  constraint minimum_orders_fee_matches check ((below = 'FEE') = (fee_minor is not null))
);
