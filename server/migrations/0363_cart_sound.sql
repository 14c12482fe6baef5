-- As 0360.
create function cart.cart_is_sound(cart cart.carts) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when cart.snapshot_version <= 0 then 'carts_snapshot_version_positive'
    when cart.line_count not between 0 and 500 then 'carts_lines_limited'
    when cart.currency !~ '^[A-Z]{3}$' then 'carts_currency_shape'
    when cart.country !~ '^[A-Z]{2}$' then 'carts_country_shape'
    when cart.checkout_state not in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') then 'carts_checkout_state_known'
    when (cart.checkout_id is null) <> (cart.checkout_state is null) then 'carts_lock_whole'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of cart.carts breaks "%s"', broken),
    schema = 'cart', table = 'carts', constraint = broken;
end
$$;

alter table cart.carts
  add constraint carts_sound check (cart.cart_is_sound(carts)) not valid,
  drop constraint carts_snapshot_version_positive,
  drop constraint carts_lines_limited,
  drop constraint carts_currency_shape,
  drop constraint carts_country_shape,
  drop constraint carts_checkout_state_known,
  drop constraint carts_lock_whole;
