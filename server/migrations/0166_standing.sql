-- Orders that the service places again and again, on the dates of a schedule.
create schema standing;

create table standing.orders (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  -- The person in whose name the orders are placed.
  owner_id text collate "C" not null,
  name text not null constraint orders_name_short check (length(name) between 1 and 200),
  state text not null constraint orders_state_known check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  -- Why it is paused or has ended.
  reason text constraint orders_reason_known check (reason in (
    'BY_REQUEST', 'OWNER_LEFT', 'OWNER_MAY_NOT_ORDER', 'SCHEDULE_OVER')),
  every integer not null constraint orders_every_possible check (every between 1 and 52),
  unit text not null constraint orders_unit_known check (unit in ('WEEK', 'MONTH')),
  -- The weekday by ISO 8601 (1 is Monday), or the day of the month.
  on_day integer not null constraint orders_day_possible check (on_day between 1 and 31),
  from_day date not null,
  until_day date,
  -- The address and the lines as a request for an order names them.
  ship_to jsonb not null,
  lines jsonb not null,
  po_number text,
  cost_center text,
  -- The requested day of each order is so many days after its date.
  delivery_days integer constraint orders_delivery_soon check (delivery_days between 0 and 365),
  max_total_minor bigint not null constraint orders_max_total_positive check (max_total_minor > 0),
  currency text not null,
  -- The first date of the schedule that has no run yet. Null: there is none any more.
  next_date date,
  version integer not null constraint orders_version_positive check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  -- When a worker looks at it next.
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- The error of the service that keeps a worker from its end, and since when. A refused order is none.
  last_error text,
  failing_since timestamptz,
  primary key (company_id, id)
);

create index orders_due on standing.orders (available_at, id) where state = 'ACTIVE';
create index orders_by_state on standing.orders (company_id, state, id);
create index orders_by_owner on standing.orders (company_id, owner_id, id);
create index orders_by_change on standing.orders (company_id, written_at, id);
create index orders_after_deaths on standing.orders (id) where deaths >= 2;
create trigger orders_written before update on standing.orders
  for each row execute function platform.stamp_written();

-- One date of a standing order. The row is the claim: a date has one row, and a row becomes one order at most.
create table standing.runs (
  company_id text not null,
  standing_order_id text collate "C" not null,
  -- The date of the schedule, before it moves to a working day.
  date date not null,
  state text not null constraint runs_state_known check (state in ('DUE', 'FAILED', 'PLACED', 'SKIPPED')),
  -- The day of the next try, or of the last one.
  try_on date not null,
  -- After a refusal on this day the date is skipped.
  last_try_on date not null,
  tries integer not null default 0,
  -- Why it is skipped.
  reason text constraint runs_reason_known check (reason in ('BY_REQUEST', 'REFUSED', 'MISSED', 'ENDED')),
  -- What refused the last try: the failure, with its English sentence.
  failure_code text,
  failure_message text,
  failure_details jsonb,
  order_id text collate "C",
  order_number text,
  changed_at timestamptz not null,
  primary key (company_id, standing_order_id, date),
  constraint runs_standing_order foreign key (company_id, standing_order_id)
    references standing.orders on delete cascade
);

create index runs_open on standing.runs (company_id, standing_order_id, date) where state in ('DUE', 'FAILED');
