-- APPROVED: everybody has approved the change, and its buyer has to pay what it costs more.
alter table orders.raises drop constraint raises_state_known;
alter table orders.raises add constraint raises_state_known
  check (state in ('WAITING', 'APPROVED', 'BOUND', 'ENDED'));
alter table orders.raises drop constraint raises_note_while_waiting;
alter table orders.raises add constraint raises_note_while_waiting
  check (state in ('WAITING', 'APPROVED') or note is null);
