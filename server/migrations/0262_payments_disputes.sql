-- The holder of a card has asked the bank for the money back. What a provider says of it, in its last state: an old word
-- never undoes a newer one.
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

-- What a bank has taken back is no refund: the provider's sums do not have it. It may be taken although as much was
-- refunded before, so that it is not bound by what is left.
alter table payments.payments
  add column charged_back_minor bigint not null default 0
    constraint payments_charged_back_not_negative check (charged_back_minor >= 0),
  drop constraint payments_state_fits_sums,
  add constraint payments_state_fits_sums check (
    case state
      when 'INITIATED' then authorized_minor = 0
      when 'PENDING' then authorized_minor = 0
      when 'FAILED' then authorized_minor = 0
      when 'AUTHORIZED' then authorized_minor > voided_minor and captured_minor = 0
      when 'VOIDED' then captured_minor = 0 and voided_minor = authorized_minor
      when 'SUCCEEDED' then captured_minor > 0 and refunded_minor + paid_out_minor + charged_back_minor = 0
      when 'PARTIALLY_REFUNDED' then refunded_minor + paid_out_minor + charged_back_minor > 0
        and refunded_minor + paid_out_minor + charged_back_minor < captured_minor
      else captured_minor > 0 and refunded_minor + paid_out_minor + charged_back_minor >= captured_minor
    end);

alter table payments.ledger
  drop constraint ledger_kind_known,
  add constraint ledger_kind_known
    check (kind in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED', 'PAID_OUT', 'CHARGED_BACK'));
