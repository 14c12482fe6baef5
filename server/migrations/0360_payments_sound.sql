-- PostgreSQL reads, plans and prepares the checks of a table anew for each statement that writes to it: eleven hundredths of its
-- processor time of an order. A function is prepared once a connection (ADR 27). It names the rule that is broken as before.
-- The rows that are there have kept these rules; 0365 has them looked at without a lock that keeps others out.
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

alter table payments.payments
  add constraint payments_sound check (payments.payment_is_sound(payments)) not valid,
  drop constraint payments_amount_positive,
  drop constraint payments_version_positive,
  drop constraint payments_currency_shape,
  drop constraint payments_method_known,
  drop constraint payments_capture_method_known,
  drop constraint payments_state_known,
  drop constraint payments_return_url_short,
  drop constraint payments_lease_whole,
  drop constraint payments_authorized_within_amount,
  drop constraint payments_captured_within_authorized,
  drop constraint payments_charged_back_not_negative,
  drop constraint payments_refunded_within_captured,
  drop constraint payments_state_fits_sums;

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

alter table payments.ledger
  add constraint ledger_sound check (payments.ledger_entry_is_sound(ledger)) not valid,
  drop constraint ledger_amount_positive,
  drop constraint ledger_kind_known,
  drop constraint ledger_refund_named;

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
  add constraint credit_accounts_sound check (payments.credit_account_is_sound(credit_accounts)) not valid,
  drop constraint credit_accounts_state_known,
  drop constraint credit_accounts_currency_shape,
  drop constraint credit_accounts_limit_not_negative,
  drop constraint credit_accounts_unallocated_not_negative,
  drop constraint credit_accounts_net_days_sane;

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
  add constraint credit_entries_sound check (payments.credit_entry_is_sound(credit_entries)) not valid,
  drop constraint credit_entries_amount_positive,
  drop constraint credit_entries_kind_known,
  drop constraint credit_entries_reversed_named,
  drop constraint credit_entries_reason_short,
  drop constraint credit_entries_reference_short;
