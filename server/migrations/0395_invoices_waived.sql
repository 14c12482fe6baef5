-- WAIVED: a credit note whose invoice never existed; an operator has said that none is needed. It has no number, as what waits.
alter table invoices.documents
  drop constraint documents_state_known,
  add constraint documents_state_known check (state in ('WAITING', 'ISSUED', 'WAIVED')) not valid;
