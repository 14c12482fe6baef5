-- The number of a ticket, such as T-2026-000123, unique in its company.
alter table support.tickets add column number text;

-- A process of an older version writes no number.
create function support.give_number() returns trigger language plpgsql as $$
begin
  new.number := numbering.take_number(new.company_id, 'TICKET', new.opened_at);
  return new;
end
$$;

create trigger tickets_number before insert on support.tickets
  for each row when (new.number is null) execute function support.give_number();
