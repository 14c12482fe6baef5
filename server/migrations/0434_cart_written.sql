-- When the database wrote the last change of a cart: `updatedAfter` of the list reads it. It has no index: a person sees few carts, and a
-- change of a cart should write no index. The list shows the right of a member, so a share is a change of its cart.
alter table cart.carts add column written_at timestamptz not null default now();
alter table cart.carts alter column written_at set default clock_timestamp();
create trigger carts_written before update on cart.carts
  for each row execute function platform.stamp_written();

create function cart.stamp_shared_cart() returns trigger language plpgsql as $$
begin
  update cart.carts set written_at = clock_timestamp() where company_id = new.company_id and id = new.cart_id;
  return null;
end
$$;

create trigger shares_written after insert or update on cart.shares
  for each row execute function cart.stamp_shared_cart();
