alter table payments.payments validate constraint payments_sound;
alter table payments.ledger validate constraint ledger_sound;
alter table payments.credit_accounts validate constraint credit_accounts_sound;
alter table payments.credit_entries validate constraint credit_entries_sound;
alter table orders.orders validate constraint orders_sound;
alter table orders.lines validate constraint lines_sound;
alter table checkout.attempts validate constraint attempts_sound;
alter table cart.carts validate constraint carts_sound;
