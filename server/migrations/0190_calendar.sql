-- When a company works. A company without a row works from Monday to Friday, except on the public holidays of its country.
create schema calendar;

create table calendar.calendars (
  company_id text not null primary key references identity.companies,
  working_days text[] not null
    constraint calendars_working_days_known check (working_days <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])
    constraint calendars_working_days_some check (cardinality(working_days) between 1 and 7),
  -- Null: the company keeps no public holidays.
  holiday_country text constraint calendars_country_code check (holiday_country ~ '^[A-Z]{2}$'),
  holiday_region text constraint calendars_region_short check (length(holiday_region) <= 20),
  changed_at timestamptz not null
);

-- Days that differ: a holiday on which the company works, or a day on which it is closed.
create table calendar.exceptions (
  company_id text not null references identity.companies,
  day date not null,
  working boolean not null,
  name text not null constraint exceptions_name_short check (length(name) between 1 and 100),
  primary key (company_id, day)
);
