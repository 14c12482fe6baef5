-- no-transaction
-- Operators list the further payments of all companies that are awaited, oldest first.
create index concurrently if not exists supplements_by_age on orders.supplements (payment_id)
  where state = 'AWAITING_PAYMENT';
