-- Money that went back although the goods stay, as by a refund by hand: so much less they cost. It is spread over what an order
-- still costs, and kept apart for pieces that have not left, because their invoice says it, and for those that have, because a
-- credit note did. It goes along with its pieces when they are cancelled or taken back, so that nothing goes back twice.
alter table orders.orders
  -- All that was ever taken off.
  add column reduced_minor bigint not null default 0
    constraint orders_reduced_not_negative check (reduced_minor >= 0),
  -- What of it lies on the ways: of each, its supplier, its delivery (from 0) and the amount.
  add column carriage_reduced jsonb;

alter table orders.lines
  add column reduced_open_minor bigint not null default 0,
  add column reduced_kept_minor bigint not null default 0,
  add constraint lines_reduced_not_negative check (reduced_open_minor >= 0 and reduced_kept_minor >= 0);

-- DISPUTE: what was given up while a bank had the money is owed once the bank has returned it.
alter table orders.credits
  drop constraint credits_kind_known,
  add constraint credits_kind_known check (kind in ('CANCELLATION', 'RETURN', 'DISPUTE'));
