-- Money that was paid for nothing: its checkout, or its order, had ended before. It goes back, and what a provider refuses to pay
-- back waits for an operator.
create table checkout.unordered_payments (
  company_id text not null references identity.companies,
  payment_id text collate "C" not null,
  checkout_id text,
  order_id text,
  state text not null constraint unordered_state_known check (state in ('WAITING', 'REFUSED', 'SETTLED')),
  amount_minor bigint not null constraint unordered_amount_positive check (amount_minor > 0),
  currency text not null,
  -- Less than the amount where somebody had refunded the payment by hand before.
  settled_minor bigint,
  refund_id text,
  -- How often its provider has refused, since it was noted or an operator had it tried again.
  refusals integer not null default 0 constraint unordered_refusals_not_negative check (refusals >= 0),
  created_at timestamptz not null,
  settled_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
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
