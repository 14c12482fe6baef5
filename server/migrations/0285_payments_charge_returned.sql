-- A dispute that was lost is won after all: the bank gives back what it had taken for its payer.
alter table payments.ledger
  drop constraint ledger_kind_known,
  add constraint ledger_kind_known check (kind in (
    'AUTHORIZED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED', 'PAID_OUT', 'CHARGED_BACK', 'CHARGE_RETURNED'));
