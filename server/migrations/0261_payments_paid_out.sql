-- Money that went back to the payer by another way than the provider, as by a bank transfer. Its provider knows nothing of
-- it, so that it is none of `refunded`; but it cannot be refunded once more.
alter table payments.payments
  add column paid_out_minor bigint not null default 0,
  drop constraint payments_refunded_within_captured,
  add constraint payments_refunded_within_captured check (
    refunded_minor >= 0 and refunding_minor >= 0 and paid_out_minor >= 0
    and refunded_minor + refunding_minor + paid_out_minor <= captured_minor),
  drop constraint payments_state_fits_sums,
  add constraint payments_state_fits_sums check (
    case state
      when 'INITIATED' then authorized_minor = 0
      when 'PENDING' then authorized_minor = 0
      when 'FAILED' then authorized_minor = 0
      when 'AUTHORIZED' then authorized_minor > voided_minor and captured_minor = 0
      when 'VOIDED' then captured_minor = 0 and voided_minor = authorized_minor
      when 'SUCCEEDED' then captured_minor > 0 and refunded_minor + paid_out_minor = 0
      when 'PARTIALLY_REFUNDED'
        then refunded_minor + paid_out_minor > 0 and refunded_minor + paid_out_minor < captured_minor
      else captured_minor > 0 and refunded_minor + paid_out_minor = captured_minor
    end);

alter table payments.refunds
  add column way text not null default 'PROVIDER'
    constraint refunds_way_known check (way in ('PROVIDER', 'OTHERWISE')),
  add constraint refunds_otherwise_done check (way = 'PROVIDER' or state = 'SUCCEEDED' and provider_reference is null);

alter table payments.ledger
  drop constraint ledger_kind_known,
  add constraint ledger_kind_known
    check (kind in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED', 'PAID_OUT')),
  drop constraint ledger_refund_named,
  add constraint ledger_refund_named check ((kind in ('REFUNDED', 'PAID_OUT')) = (refund_id is not null));

create unique index ledger_paid_out_once on payments.ledger (company_id, payment_id, refund_id) where kind = 'PAID_OUT';
