-- As 0360.
-- Not of the whole row: what was bought is kept beside its row when it is long, and would be read for each change of its state.
create function checkout.attempt_is_sound(state text, ended_at timestamptz, payment_id text, order_id text, total_minor bigint)
returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when state not in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED') then 'attempts_state_known'
    when (ended_at is null) <> (state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING')) then 'attempts_ended'
    when state = 'PAYMENT_INITIATED_CART_RECONCILING' and payment_id is null then 'attempts_payment_known'
    when state = 'COMPLETED' and order_id is null then 'attempts_completed_has_order'
    when total_minor < 0 then 'attempts_total_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of checkout.attempts breaks "%s"', broken),
    schema = 'checkout', table = 'attempts', constraint = broken;
end
$$;

alter table checkout.attempts
  add constraint attempts_sound check (checkout.attempt_is_sound(state, ended_at, payment_id, order_id, total_minor)) not valid,
  drop constraint attempts_state_known,
  drop constraint attempts_ended,
  drop constraint attempts_payment_known,
  drop constraint attempts_completed_has_order,
  drop constraint attempts_total_not_negative;
