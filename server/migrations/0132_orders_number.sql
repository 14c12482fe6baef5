-- The number of an order, unique in its company, and its suppliers in the order of their first lines: the part of the second
-- supplier is the purchase order PO-2026-000123-2. Both stay as they are when lines are added.
alter table orders.orders
  add column number text,
  add column supplier_ids text[] not null default '{}';

-- A process of an older version writes no number.
create function orders.give_number() returns trigger language plpgsql as $$
begin
  new.number := numbering.take_number(new.company_id, 'ORDER', new.placed_at);
  return new;
end
$$;

create trigger orders_number before insert on orders.orders
  for each row when (new.number is null) execute function orders.give_number();
