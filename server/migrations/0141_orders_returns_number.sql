-- The number of a return, such as RMA-2026-000123, unique in the company that bought.
alter table orders.returns add column number text;

-- A process of an older version writes no number.
create function orders.give_return_number() returns trigger language plpgsql as $$
begin
  new.number := numbering.take_number(new.company_id, 'RETURN', new.requested_at);
  return new;
end
$$;

create trigger returns_number before insert on orders.returns
  for each row when (new.number is null) execute function orders.give_return_number();
