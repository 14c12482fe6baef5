-- Payments: what is owed for a checkout or an order, what a provider said of it, and every movement of its money.
create schema payments;

create table payments.payments (
  company_id text not null,
  id text collate "C" not null,
  payer_id text not null,
  checkout_id text,
  order_id text,
  method text not null constraint payments_method_known check (method in ('card', 'invoice')),
  provider text not null,
  -- 'manual': the payer's approval only holds the money, a capture takes it.
  capture_method text not null
    constraint payments_capture_method_known check (capture_method in ('automatic', 'manual')),
  state text not null
    constraint payments_state_known check (state in (
      'INITIATED', 'PENDING', 'AUTHORIZED', 'SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED', 'VOIDED')),
  currency text not null constraint payments_currency_shape check (currency ~ '^[A-Z]{3}$'),
  -- The sums of the ledger, kept beside it so that one row lock and these checks guard every movement.
  amount_minor bigint not null constraint payments_amount_positive check (amount_minor > 0),
  authorized_minor bigint not null,
  captured_minor bigint not null,
  voided_minor bigint not null,
  refunded_minor bigint not null,
  -- Promised to refunds that the provider has not answered yet.
  refunding_minor bigint not null,
  return_url text constraint payments_return_url_short check (length(return_url) <= 2000),
  redirect_url text,
  provider_reference text,
  failure_reason text,
  -- Invoices: the day by which it is to be settled.
  due_on date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Until when the payer may pay. An invoice waits for nobody.
  expires_at timestamptz,
  version bigint not null constraint payments_version_positive check (version > 0),
  -- When to ask the provider, in case its event was lost; null while there is nothing to ask.
  available_at timestamptz,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  primary key (company_id, id),
  constraint payments_id_unique unique (id),
  constraint payments_reference_unique unique (provider, provider_reference),
  constraint payments_authorized_within_amount check (authorized_minor between 0 and amount_minor),
  constraint payments_captured_within_authorized
    check (captured_minor >= 0 and voided_minor >= 0 and captured_minor + voided_minor <= authorized_minor),
  constraint payments_refunded_within_captured
    check (refunded_minor >= 0 and refunding_minor >= 0 and refunded_minor + refunding_minor <= captured_minor),
  constraint payments_state_fits_sums check (
    case state
      when 'INITIATED' then authorized_minor = 0
      when 'PENDING' then authorized_minor = 0
      when 'FAILED' then authorized_minor = 0
      when 'AUTHORIZED' then authorized_minor > 0 and captured_minor = 0 and voided_minor = 0
      when 'VOIDED' then captured_minor = 0 and voided_minor = authorized_minor
      when 'SUCCEEDED' then captured_minor > 0 and refunded_minor = 0
      when 'PARTIALLY_REFUNDED' then refunded_minor > 0 and refunded_minor < captured_minor
      else captured_minor > 0 and refunded_minor = captured_minor
    end),
  constraint payments_lease_whole check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 80);

create index payments_by_company on payments.payments (company_id, created_at desc, id desc);
create index payments_by_checkout on payments.payments (company_id, checkout_id) where checkout_id is not null;
create index payments_by_order on payments.payments (company_id, order_id) where order_id is not null;
create index payments_due on payments.payments (available_at, id) where state in ('PENDING', 'AUTHORIZED');

-- Every movement, once. Nothing in it is ever changed: a mistake is answered by another entry.
create table payments.ledger (
  company_id text not null,
  payment_id text collate "C" not null,
  entry bigint generated always as identity,
  kind text not null
    constraint ledger_kind_known check (kind in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'REFUNDED')),
  amount_minor bigint not null constraint ledger_amount_positive check (amount_minor > 0),
  currency text not null,
  refund_id text,
  recorded_at timestamptz not null,
  primary key (company_id, payment_id, entry),
  constraint ledger_payment foreign key (company_id, payment_id) references payments.payments (company_id, id),
  constraint ledger_refund_named check ((kind = 'REFUNDED') = (refund_id is not null))
);

-- A payment is authorised, captured and released once, and each refund is booked once, whoever tells of it.
create unique index ledger_kind_once on payments.ledger (company_id, payment_id, kind) where kind <> 'REFUNDED';
create unique index ledger_refund_once on payments.ledger (company_id, payment_id, refund_id) where kind = 'REFUNDED';

-- A refund is a row before the provider hears of it: it holds its amount, and a worker ends what a crash left.
create table payments.refunds (
  company_id text not null,
  -- Also the key under which the provider does it once.
  id text collate "C" not null,
  payment_id text collate "C" not null,
  state text not null constraint refunds_state_known check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  amount_minor bigint not null constraint refunds_amount_positive check (amount_minor > 0),
  currency text not null,
  reason text constraint refunds_reason_short check (length(reason) <= 500),
  requested_by text not null,
  provider_reference text,
  failure_reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  primary key (company_id, id),
  constraint refunds_payment foreign key (company_id, payment_id) references payments.payments (company_id, id),
  constraint refunds_settled_when_said check ((state = 'PENDING') = (settled_at is null)),
  constraint refunds_lease_whole check ((lease_token is null) = (lease_until is null))
);

create index refunds_by_payment on payments.refunds (company_id, payment_id, id);
create index refunds_due on payments.refunds (available_at, id) where state = 'PENDING';
create unique index refunds_reference_once on payments.refunds (company_id, payment_id, provider_reference)
  where provider_reference is not null;

-- What providers told us, each of it applied once. Of the platform: it may name a payment that is nobody's.
create table payments.provider_events (
  provider text not null,
  id text not null constraint provider_events_id_short check (length(id) <= 255),
  type text not null,
  outcome text not null
    constraint provider_events_outcome_known
    check (outcome in ('RECEIVED', 'APPLIED', 'NOT_NEWS', 'KEPT', 'UNKNOWN_PAYMENT', 'MISMATCH')),
  payment_id text,
  -- As it came, because that is what was signed.
  payload text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

create index provider_events_by_age on payments.provider_events (received_at);

-- Net terms: how much a company may owe in a currency, and how much it owes.
create table payments.credit_accounts (
  company_id text not null,
  currency text not null constraint credit_accounts_currency_shape check (currency ~ '^[A-Z]{3}$'),
  state text not null constraint credit_accounts_state_known check (state in ('OPEN', 'SUSPENDED')),
  limit_minor bigint not null constraint credit_accounts_limit_not_negative check (limit_minor >= 0),
  -- Below nothing when a refund follows a repayment: then we owe the company.
  used_minor bigint not null,
  net_days integer not null constraint credit_accounts_net_days_sane check (net_days between 0 and 365),
  changed_at timestamptz not null,
  primary key (company_id, currency)
);

create table payments.credit_entries (
  company_id text not null,
  currency text not null,
  entry bigint generated always as identity,
  kind text not null constraint credit_entries_kind_known check (kind in ('TAKEN', 'RELEASED', 'REPAID')),
  amount_minor bigint not null constraint credit_entries_amount_positive check (amount_minor > 0),
  payment_id text,
  recorded_at timestamptz not null,
  primary key (company_id, currency, entry),
  constraint credit_entries_account
    foreign key (company_id, currency) references payments.credit_accounts (company_id, currency)
);

create function payments.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger ledger_append_only before update or delete on payments.ledger
  for each row execute function payments.refuse_change();
create trigger credit_entries_append_only before update or delete on payments.credit_entries
  for each row execute function payments.refuse_change();
