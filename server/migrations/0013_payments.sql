-- Payments: what is owed for a checkout or an order, what a provider reports, and each movement of the money.
create schema payments;

create table payments.payments (
  company_id text not null,
  id text collate "C" not null,
  payer_id text not null,
  checkout_id text,
  order_id text,
  method text not null,
  provider text not null,
  -- 'manual': the payer's approval only authorizes the money, and a capture takes it.
  capture_method text not null,
  state text not null,
  currency text not null,
  -- The sums of the ledger. They stand here so that one row lock and one check guard each movement.
  amount_minor bigint not null,
  authorized_minor bigint not null,
  captured_minor bigint not null,
  voided_minor bigint not null,
  refunded_minor bigint not null,
  -- Promised to refunds that the provider has not answered yet.
  refunding_minor bigint not null,
  -- Went back to the payer outside of the provider, for example by bank transfer. The provider does not know it, so it
  -- is not in `refunded_minor`. It cannot be refunded again.
  paid_out_minor bigint not null default 0,
  -- A bank took it back for the payer. That is no refund: the provider's sums do not contain it. A bank may take it
  -- although as much was refunded before, so no check limits it to what is left.
  charged_back_minor bigint not null default 0,
  return_url text,
  redirect_url text,
  provider_reference text,
  failure_reason text,
  -- Net terms: the days from an invoice to its due day. Null: the whole amount is due on `due_on`.
  net_days integer,
  due_on date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The payer may pay until then. A payment on net terms does not expire.
  expires_at timestamptz,
  version bigint not null,
  -- When to ask the provider, in case its event was lost. Null: there is nothing to ask.
  available_at timestamptz,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  primary key (company_id, id),
  constraint payments_id_unique unique (id),
  constraint payments_reference_unique unique (provider, provider_reference)
) with (fillfactor = 80);

-- One function in place of separate checks, which PostgreSQL would plan again for each statement that writes (ADR 27).
create function payments.payment_is_sound(payment payments.payments) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when payment.amount_minor <= 0 then 'payments_amount_positive'
    when payment.version <= 0 then 'payments_version_positive'
    when payment.currency !~ '^[A-Z]{3}$' then 'payments_currency_shape'
    when payment.method not in ('card', 'invoice') then 'payments_method_known'
    when payment.capture_method not in ('automatic', 'manual') then 'payments_capture_method_known'
    when payment.state not in ('INITIATED', 'PENDING', 'AUTHORIZED', 'SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED', 'VOIDED') then 'payments_state_known'
    when length(payment.return_url) > 2000 then 'payments_return_url_short'
    when (payment.lease_token is null) <> (payment.lease_until is null) then 'payments_lease_whole'
    when payment.authorized_minor < 0 or payment.authorized_minor > payment.amount_minor then 'payments_authorized_within_amount'
    when payment.captured_minor < 0 or payment.voided_minor < 0
      or payment.captured_minor + payment.voided_minor > payment.authorized_minor then 'payments_captured_within_authorized'
    when payment.charged_back_minor < 0 then 'payments_charged_back_not_negative'
    when payment.refunded_minor < 0 or payment.refunding_minor < 0 or payment.paid_out_minor < 0
      or payment.refunded_minor + payment.refunding_minor + payment.paid_out_minor > payment.captured_minor then 'payments_refunded_within_captured'
    when not case payment.state
      when 'AUTHORIZED' then payment.authorized_minor > payment.voided_minor and payment.captured_minor = 0
      when 'VOIDED' then payment.captured_minor = 0 and payment.voided_minor = payment.authorized_minor
      when 'FAILED' then payment.captured_minor = 0 and payment.voided_minor = payment.authorized_minor
      when 'SUCCEEDED' then payment.captured_minor > 0 and payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor = 0
      when 'PARTIALLY_REFUNDED' then payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor between 1 and payment.captured_minor - 1
      when 'REFUNDED' then payment.captured_minor > 0 and payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor >= payment.captured_minor
      else payment.authorized_minor = 0
    end then 'payments_state_fits_sums'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.payments breaks "%s"', broken),
    schema = 'payments', table = 'payments', constraint = broken;
end
$$;

alter table payments.payments add constraint payments_sound check (payments.payment_is_sound(payments));

create index payments_by_company on payments.payments (company_id, created_at desc, id desc);
create index payments_by_state on payments.payments (company_id, state, created_at desc, id desc);
create index payments_by_checkout on payments.payments (company_id, checkout_id) where checkout_id is not null;
create index payments_by_order on payments.payments (company_id, order_id) where order_id is not null;
create index payments_due on payments.payments (available_at, id) where state in ('PENDING', 'AUTHORIZED');
create index payments_after_deaths on payments.payments (id) where deaths >= 2;

-- Each movement of a payment, once. Append-only: a further entry corrects a mistake.
create table payments.ledger (
  company_id text not null,
  payment_id text collate "C" not null,
  entry bigint generated always as identity,
  -- REINSTATED: the provider took money after we booked it as released, and the provider decides. CHARGE_RETURNED: a
  -- lost dispute was won after all, and the bank returned the money.
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  refund_id text,
  recorded_at timestamptz not null,
  primary key (company_id, payment_id, entry),
  constraint ledger_payment foreign key (company_id, payment_id) references payments.payments (company_id, id)
);

create function payments.ledger_entry_is_sound(entry payments.ledger) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when entry.amount_minor <= 0 then 'ledger_amount_positive'
    when entry.kind not in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED', 'PAID_OUT', 'CHARGED_BACK', 'CHARGE_RETURNED') then 'ledger_kind_known'
    when (entry.kind in ('REFUNDED', 'PAID_OUT')) <> (entry.refund_id is not null) then 'ledger_refund_named'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.ledger breaks "%s"', broken),
    schema = 'payments', table = 'ledger', constraint = broken;
end
$$;

alter table payments.ledger add constraint ledger_sound check (payments.ledger_entry_is_sound(ledger));

-- A payment is authorized and captured once. A promise on net terms may be released in parts.
create unique index ledger_kind_taken_once on payments.ledger (company_id, payment_id, kind)
  where kind in ('AUTHORIZED', 'CAPTURED');
-- Each refund is booked once, whoever reports it.
create unique index ledger_refund_once on payments.ledger (company_id, payment_id, refund_id) where kind = 'REFUNDED';
create unique index ledger_paid_out_once on payments.ledger (company_id, payment_id, refund_id) where kind = 'PAID_OUT';

-- A refund is a row before the provider is asked. The row reserves its amount, and a worker finishes it after a crash.
create table payments.refunds (
  company_id text not null,
  -- Also the idempotency key at the provider.
  id text collate "C" not null,
  payment_id text collate "C" not null,
  state text not null constraint refunds_state_known check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  -- OTHERWISE: the money was paid out without the provider.
  way text not null default 'PROVIDER'
    constraint refunds_way_known check (way in ('PROVIDER', 'OTHERWISE')),
  amount_minor bigint not null constraint refunds_amount_positive check (amount_minor > 0),
  currency text not null,
  -- What a manual refund is for: a line of the order, or the part of a supplier. Only that supplier issues a credit note.
  line_number integer,
  supplier_company_id text,
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
  deaths smallint not null default 0,
  primary key (company_id, id),
  constraint refunds_payment foreign key (company_id, payment_id) references payments.payments (company_id, id),
  constraint refunds_settled_when_said check ((state = 'PENDING') = (settled_at is null)),
  constraint refunds_lease_whole check ((lease_token is null) = (lease_until is null)),
  constraint refunds_otherwise_done check (way = 'PROVIDER' or state = 'SUCCEEDED' and provider_reference is null),
  constraint refunds_purpose_one check (num_nonnulls(line_number, supplier_company_id) <= 1)
);

create index refunds_by_payment on payments.refunds (company_id, payment_id, id);
create index refunds_due on payments.refunds (available_at, id) where state = 'PENDING';
create unique index refunds_reference_once on payments.refunds (company_id, payment_id, provider_reference)
  where provider_reference is not null;
create index refunds_after_deaths on payments.refunds (id) where deaths >= 2;

-- A payer asked the bank for the money back. The row has the last state that the provider reported: an old report never
-- replaces a newer one.
create table payments.disputes (
  company_id text not null,
  payment_id text collate "C" not null,
  -- The provider's name for it.
  reference text collate "C" not null constraint disputes_reference_short check (length(reference) <= 255),
  provider text not null,
  state text not null constraint disputes_state_known check (state in ('OPEN', 'WON', 'LOST')),
  amount_minor bigint not null constraint disputes_amount_positive check (amount_minor > 0),
  currency text not null,
  reason text not null constraint disputes_reason_short check (length(reason) <= 100),
  answer_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (company_id, payment_id, reference),
  constraint disputes_payment foreign key (company_id, payment_id) references payments.payments (company_id, id),
  constraint disputes_closed_when_said check ((state = 'OPEN') = (closed_at is null))
);

create index disputes_open on payments.disputes (opened_at, reference) where state = 'OPEN';

-- The events of providers. Each is applied once. The rows belong to the platform, because an event may name a payment
-- that nobody has.
create table payments.provider_events (
  provider text not null,
  id text not null constraint provider_events_id_short check (length(id) <= 255),
  type text not null,
  outcome text not null
    constraint provider_events_outcome_known
    check (outcome in ('RECEIVED', 'APPLIED', 'NOT_NEWS', 'KEPT', 'UNKNOWN_PAYMENT', 'MISMATCH')),
  payment_id text,
  -- Unchanged, because these bytes were signed.
  payload text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

create index provider_events_by_age on payments.provider_events (received_at);
-- The events that could not be booked. The health surfaces count them.
create index provider_events_odd on payments.provider_events (received_at)
  where outcome in ('KEPT', 'UNKNOWN_PAYMENT', 'MISMATCH');

-- How far the daily comparison with the providers has come: one row, about the payments of all companies.
create table payments.comparisons (
  only_row boolean primary key default true constraint comparisons_one_row check (only_row),
  compared_until timestamptz not null
);

-- Net terms: how much a company may owe in a currency, and how much it owes.
create table payments.credit_accounts (
  company_id text not null,
  currency text not null,
  state text not null,
  limit_minor bigint not null,
  -- Negative when a refund follows a repayment: then the platform owes the company.
  used_minor bigint not null,
  -- Money of the company for which there was no debt. The next debt takes it.
  unallocated_minor bigint not null default 0,
  net_days integer not null,
  changed_at timestamptz not null,
  primary key (company_id, currency)
);

create function payments.credit_account_is_sound(account payments.credit_accounts) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when account.state not in ('OPEN', 'SUSPENDED') then 'credit_accounts_state_known'
    when account.currency !~ '^[A-Z]{3}$' then 'credit_accounts_currency_shape'
    when account.limit_minor < 0 then 'credit_accounts_limit_not_negative'
    when account.unallocated_minor < 0 then 'credit_accounts_unallocated_not_negative'
    when account.net_days not between 0 and 365 then 'credit_accounts_net_days_sane'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.credit_accounts breaks "%s"', broken),
    schema = 'payments', table = 'credit_accounts', constraint = broken;
end
$$;

alter table payments.credit_accounts
  add constraint credit_accounts_sound check (payments.credit_account_is_sound(credit_accounts));

-- Each movement of a credit account. A statement shows who made it and under which reference. Append-only: an entry of
-- the kind REVERSED takes a wrong repayment back.
create table payments.credit_entries (
  company_id text not null,
  currency text not null,
  entry bigint generated always as identity,
  kind text not null,
  amount_minor bigint not null,
  payment_id text,
  -- The repayment that the entry records or reverses. A REPAID entry without it is `crp_` and its entry number.
  repayment_id text collate "C",
  noted_by text,
  reference text,
  reason text,
  recorded_at timestamptz not null,
  primary key (company_id, currency, entry),
  constraint credit_entries_account
    foreign key (company_id, currency) references payments.credit_accounts (company_id, currency)
);

create function payments.credit_entry_is_sound(entry payments.credit_entries) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when entry.amount_minor <= 0 then 'credit_entries_amount_positive'
    when entry.kind not in ('TAKEN', 'RELEASED', 'REPAID', 'REVERSED') then 'credit_entries_kind_known'
    when entry.kind = 'REVERSED' and entry.repayment_id is null then 'credit_entries_reversed_named'
    when length(entry.reason) > 200 then 'credit_entries_reason_short'
    when length(entry.reference) > 64 then 'credit_entries_reference_short'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.credit_entries breaks "%s"', broken),
    schema = 'payments', table = 'credit_entries', constraint = broken;
end
$$;

alter table payments.credit_entries
  add constraint credit_entries_sound check (payments.credit_entry_is_sound(credit_entries));

create unique index credit_entries_repayment
  on payments.credit_entries (company_id, currency, coalesce(repayment_id, 'crp_' || entry::text)) where kind = 'REPAID';
create unique index credit_entries_reversed_once
  on payments.credit_entries (company_id, currency, repayment_id) where kind = 'REVERSED';

-- What a payment on net terms still owes. It changes only under the lock of its credit account.
create table payments.debts (
  company_id text not null,
  currency text not null,
  payment_id text collate "C" not null,
  -- As in the payment.
  net_days integer,
  -- The day of the first invoice of which something is open. Null: nothing that is open was invoiced.
  due_on date,
  -- Promised or charged, minus released and refunded.
  owed_minor bigint not null,
  -- Repaid. The oldest debts come first.
  repaid_minor bigint not null default 0,
  -- Since when nothing of it is open.
  ended_at timestamptz,
  primary key (company_id, payment_id),
  constraint debts_account
    foreign key (company_id, currency) references payments.credit_accounts (company_id, currency),
  constraint debts_repaid_within_owed check (repaid_minor between 0 and owed_minor),
  constraint debts_end_with_nothing_open check (ended_at is null or repaid_minor = owed_minor)
);

create index debts_open on payments.debts (company_id, currency, due_on, payment_id) where ended_at is null;
create index debts_due on payments.debts (due_on, payment_id) where ended_at is null;

-- What invoices ask of a debt, and what credit notes take back of which invoice. Append-only. Net terms count from each
-- invoice, so what is not invoiced is never overdue. A repayment covers the first due amounts first, and what is not
-- invoiced last.
create table payments.dues (
  company_id text not null,
  payment_id text collate "C" not null,
  -- The invoice, or the credit note that takes back a part of it.
  document_id text collate "C" not null,
  invoice_id text collate "C" not null,
  invoice_number text not null constraint dues_number_short check (length(invoice_number) <= 40),
  -- The due day of the invoice.
  due_on date not null,
  -- Negative for a credit note.
  amount_minor bigint not null,
  primary key (company_id, payment_id, document_id, invoice_id),
  constraint dues_debt foreign key (company_id, payment_id) references payments.debts (company_id, payment_id),
  constraint dues_sign check (amount_minor <> 0 and (amount_minor > 0) = (document_id = invoice_id))
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
create trigger dues_append_only before update or delete on payments.dues
  for each row execute function payments.refuse_change();
