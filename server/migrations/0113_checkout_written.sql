-- When the database wrote the last change of a checkout: `updatedAfter` of the list reads it. A lease is not a change.
alter table checkout.attempts add column written_at timestamptz not null default now();
alter table checkout.attempts alter column written_at set default clock_timestamp();
create index attempts_by_change on checkout.attempts (company_id, written_at, id);
create trigger attempts_written before update on checkout.attempts
  for each row when (
    (new.state, new.cart_id, new.payment_id, new.order_id, new.reserved_until, new.ended_at)
    is distinct from (old.state, old.cart_id, old.payment_id, old.order_id, old.reserved_until, old.ended_at))
  execute function platform.stamp_written();
