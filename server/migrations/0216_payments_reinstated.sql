-- What was booked as released may be taken all the same: the provider has the last word. Then so much of the release is
-- taken back by an entry of its own, and the sums keep to their checks.
alter table payments.ledger
  drop constraint ledger_kind_known,
  add constraint ledger_kind_known
    check (kind in ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED'));
