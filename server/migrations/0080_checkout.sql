-- Checkout attempts: the record of a purchase under way is also the job that carries it to its end.
create schema checkout;

create table checkout.attempts (
  company_id text not null references identity.companies,
  id text not null,
  owner_id text not null,
  cart_id text not null,
  state text not null,
  -- Lines, prices, addresses and references as they were checked: what is bought is this, whatever happens to the cart.
  snapshot jsonb not null,
  currency text not null,
  total_minor bigint not null,
  created_at timestamptz not null,
  reserved_until timestamptz not null,
  payment_id text,
  payment_initiated_at timestamptz,
  order_id text,
  ended_at timestamptz,
  failure_code text,
  failure_message text,
  stuck_alerted_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  last_error text,
  primary key (company_id, id),
  constraint attempts_state_known check (state in (
    'RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED')),
  constraint attempts_total_not_negative check (total_minor >= 0),
  constraint attempts_payment_known
    check (state <> 'PAYMENT_INITIATED_CART_RECONCILING' or payment_id is not null),
  constraint attempts_completed_has_order check (state <> 'COMPLETED' or order_id is not null),
  constraint attempts_ended
    check ((ended_at is null) = (state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING')))
) with (fillfactor = 80);

-- A cart is in one living attempt at most, whatever the application believes.
create unique index attempts_one_alive_per_cart on checkout.attempts (company_id, cart_id)
  where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING');
create unique index attempts_by_payment on checkout.attempts (company_id, payment_id)
  where payment_id is not null;
create index attempts_due on checkout.attempts (available_at, id)
  where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING');
create index attempts_by_company on checkout.attempts (company_id, created_at desc, id desc);
-- The lifecycle figures of the last days.
create index attempts_by_end on checkout.attempts (ended_at) where ended_at is not null;
