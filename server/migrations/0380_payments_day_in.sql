-- The day of an instant in the time zone of a company. Its debts are overdue once their day has ended there.
create function payments.day_in(of_company text, at timestamptz) returns date language sql stable as $$
  select (at at time zone time_zone)::date from identity.companies where id = of_company
$$;
