-- A person, and each integration, may have several carts. One is active: `owner_id` names its owner, and stays unique. For every
-- other cart `inactive_owner_id` names the owner, so that statements which know of one cart find the active one.
alter table cart.carts
  alter column owner_id drop not null,
  add column inactive_owner_id text,
  -- Null: a cart that its first use has made.
  add column name text;

create index carts_inactive on cart.carts (company_id, inactive_owner_id) where inactive_owner_id is not null;

create or replace function cart.cart_is_sound(cart cart.carts) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when cart.snapshot_version <= 0 then 'carts_snapshot_version_positive'
    when cart.line_count not between 0 and 500 then 'carts_lines_limited'
    when cart.currency !~ '^[A-Z]{3}$' then 'carts_currency_shape'
    when cart.country !~ '^[A-Z]{2}$' then 'carts_country_shape'
    when cart.checkout_state not in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') then 'carts_checkout_state_known'
    when (cart.checkout_id is null) <> (cart.checkout_state is null) then 'carts_lock_whole'
    when (cart.owner_id is null) = (cart.inactive_owner_id is null) then 'carts_owner_one'
    when length(cart.name) not between 1 and 80 then 'carts_name_short'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of cart.carts breaks "%s"', broken),
    schema = 'cart', table = 'carts', constraint = broken;
end
$$;
