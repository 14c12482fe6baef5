-- The text of a number. The numbers that are taken and the ones that are only shown as the next have the same form.
create function numbering.compose_number(of_kind text, chosen_prefix text, in_year integer, counted integer) returns text
language sql immutable parallel safe as $$
  select coalesce(chosen_prefix, numbering.prefix_of(of_kind)) || in_year || '-' ||
    lpad(counted::text, greatest(6, length(counted::text)), '0')
$$;

create or replace function numbering.take_number(of_company text, of_kind text, at timestamptz) returns text language plpgsql as $$
declare
  in_year constant integer := numbering.year_in(of_company, at);
  chosen numbering.series;
  taken integer;
begin
  select * into chosen from numbering.series s where s.company_id = of_company and s.kind = of_kind;
  insert into numbering.counters as n (company_id, kind, year, last)
  values (of_company, of_kind, in_year, coalesce(chosen.start, 1))
  on conflict (company_id, kind, year) do update set last = greatest(n.last + 1, excluded.last)
  returning n.last into taken;
  return numbering.compose_number(of_kind, chosen.prefix, in_year, taken);
end
$$;
