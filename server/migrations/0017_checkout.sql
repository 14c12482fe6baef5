-- Checkout: the attempts to turn a cart into an order.
create schema checkout;

-- A checkout attempt is also the job that completes it.
create table checkout.attempts (
  company_id text not null references identity.companies,
  id text not null,
  owner_id text not null,
  -- Null: an order that a server places has no cart.
  cart_id text,
  state text not null,
  -- The lines, prices, addresses and references as they were checked. This is what is bought, whatever happens to the
  -- cart.
  snapshot jsonb not null,
  -- What the approval rules demanded at the handoff to payment: {steps, timeoutHours, requesterId}. Null: no approval.
  approval jsonb,
  -- It holds a part of a budget or a spending limit. Without one there is nothing to release.
  budgeted boolean not null default false,
  currency text not null,
  total_minor bigint not null,
  created_at timestamptz not null,
  reserved_until timestamptz not null,
  payment_id text,
  payment_initiated_at timestamptz,
  order_id text,
  -- The person or API key that asked to cancel it. It may be a colleague of the owner.
  cancelled_by text,
  ended_at timestamptz,
  failure_code text,
  failure_message text,
  -- Since when each attempt to continue has failed. A checkout whose order cannot be placed is given up after a while,
  -- and its money goes back.
  failing_since timestamptz,
  stuck_alerted_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  last_error text,
  primary key (company_id, id)
) with (fillfactor = 80);

-- One function in place of separate checks, which PostgreSQL would plan again for each statement that writes (ADR 27).
-- It gets columns, not the row: a long snapshot is stored outside of the row, and would be read for each change of state.
create function checkout.attempt_is_sound(state text, ended_at timestamptz, payment_id text, order_id text, total_minor bigint)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when state not in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED') then 'attempts_state_known'
    when (ended_at is null) <> (state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING')) then 'attempts_ended'
    when state = 'PAYMENT_INITIATED_CART_RECONCILING' and payment_id is null then 'attempts_payment_known'
    when state = 'COMPLETED' and order_id is null then 'attempts_completed_has_order'
    when total_minor < 0 then 'attempts_total_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of checkout.attempts breaks "%s"', broken),
    schema = 'checkout', table = 'attempts', constraint = broken;
end
$$;

alter table checkout.attempts
  add constraint attempts_sound check (checkout.attempt_is_sound(state, ended_at, payment_id, order_id, total_minor));

-- A cart has at most one attempt that is not finished, whatever the code decides.
create unique index attempts_one_alive_per_cart on checkout.attempts (company_id, cart_id)
  where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING');
create unique index attempts_by_payment on checkout.attempts (company_id, payment_id)
  where payment_id is not null;
create index attempts_due on checkout.attempts (available_at, id)
  where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING');
create index attempts_by_company on checkout.attempts (company_id, created_at desc, id desc);
-- The figures of the last days.
create index attempts_by_end on checkout.attempts (ended_at) where ended_at is not null;
create index attempts_after_deaths on checkout.attempts (id) where deaths >= 2;

-- A payment whose checkout or order had already ended. The money goes back. If the provider refuses, an operator decides.
create table checkout.unordered_payments (
  company_id text not null references identity.companies,
  payment_id text collate "C" not null,
  checkout_id text,
  order_id text,
  state text not null constraint unordered_state_known check (state in ('WAITING', 'REFUSED', 'SETTLED')),
  amount_minor bigint not null constraint unordered_amount_positive check (amount_minor > 0),
  currency text not null,
  -- Less than the amount if somebody refunded the payment manually before.
  settled_minor bigint,
  refund_id text,
  -- How often the provider has refused, since the row was written or an operator asked for a new attempt.
  refusals integer not null default 0 constraint unordered_refusals_not_negative check (refusals >= 0),
  created_at timestamptz not null,
  settled_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  last_error text,
  primary key (company_id, payment_id),
  constraint unordered_settled_when_said
    check (num_nonnulls(settled_minor, settled_at) = case state when 'SETTLED' then 2 else 0 end),
  constraint unordered_settled_within_amount check (settled_minor between 0 and amount_minor),
  constraint unordered_lease_whole check ((lease_token is null) = (lease_until is null))
);

create index unordered_payments_due on checkout.unordered_payments (available_at, payment_id) where state = 'WAITING';
create index unordered_payments_open on checkout.unordered_payments (created_at, payment_id)
  where state in ('WAITING', 'REFUSED');
create index unordered_payments_after_deaths on checkout.unordered_payments (payment_id) where deaths >= 2;
