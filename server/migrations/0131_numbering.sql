-- The numbers that people use for the records of their company, such as PO-2026-000123.
create schema numbering;

-- What a company has decided about its numbers. A company without rows has the prefixes of `numbering.prefix_of`.
create table numbering.series (
  company_id text not null references identity.companies,
  kind text not null,
  prefix text not null constraint series_prefix_plain check (prefix ~ '^([A-Za-z0-9][A-Za-z0-9._-]{0,11})?$'),
  -- The first number of each year.
  start integer not null constraint series_start_positive check (start > 0),
  changed_at timestamptz not null,
  primary key (company_id, kind),
  -- Two kinds of records never share a number.
  constraint series_prefix_unique unique (company_id, prefix)
);

-- The last number of each kind and year. A prefix may change: the number after it does not begin again.
create table numbering.counters (
  company_id text not null references identity.companies,
  kind text not null,
  year integer not null,
  last integer not null constraint counters_last_positive check (last > 0),
  primary key (company_id, kind, year)
);

create function numbering.prefix_of(kind text) returns text language sql immutable parallel safe as $$
  select case kind when 'ORDER' then 'PO-' when 'RETURN' then 'RMA-' when 'TICKET' then 'T-' end
$$;

-- The year of an instant in the time zone of a company. Null: there is no such company.
create function numbering.year_in(of_company text, at timestamptz) returns integer language sql stable as $$
  select extract(year from at at time zone time_zone)::integer from identity.companies where id = of_company
$$;

-- The next number of a kind. The row of the counter stays locked until the caller commits, so take it late in a transaction.
-- Whoever rolls back leaves no gap.
create function numbering.take_number(of_company text, of_kind text, at timestamptz) returns text language plpgsql as $$
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
  return coalesce(chosen.prefix, numbering.prefix_of(of_kind)) || in_year || '-' || lpad(taken::text, greatest(6, length(taken::text)), '0');
end
$$;

-- Numbers the rows of a table that have no number, oldest first, and commits after each thousand: it can be stopped, and
-- goes on where it was. The ids of rows rise with time. `also` has further assignments of the same update.
create procedure numbering.number_older(in_table regclass, of_kind text, at_column text, also text default '')
language plpgsql as $$
declare
  one_company text;
  numbered integer;
begin
  for one_company in execute format('select distinct company_id from %s where number is null', in_table) loop
    loop
      execute format(
        'with older as materialized (
           select company_id, id, %2$I as at from %1$s where company_id = $1 and number is null order by id limit 1000
         ), numbers as materialized (
           select company_id, id, numbering.take_number(company_id, $2, at) as number from older order by id
         )
         update %1$s t set number = n.number %3$s from numbers n where t.company_id = n.company_id and t.id = n.id',
        in_table, at_column, also) using one_company, of_kind;
      get diagnostics numbered = row_count;
      commit;
      exit when numbered < 1000;
    end loop;
  end loop;
end
$$;
