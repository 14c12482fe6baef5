-- An order that its company keeps back: nothing of it is approved, confirmed or shipped until somebody lets it go.
alter table orders.orders
  add column held_at timestamptz,
  add column held_by text,
  add constraint orders_held_by_somebody check ((held_at is null) = (held_by is null));
