-- Events that a subscription cannot record, and those that must not come before them. All else goes on without them.
create table platform.set_aside_events (
  subscription text not null,
  company_id text not null,
  -- What is recorded in order: mostly the thing that the event is about, `order/ord_…`.
  line text not null,
  position bigint not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- None for one that only waits behind another.
  failures integer not null,
  last_error text,
  set_aside_at timestamptz not null,
  -- Means something for the first of a line only: the others are due when they have become it.
  available_at timestamptz not null,
  primary key (subscription, company_id, line, position)
) with (fillfactor = 70);

-- By the event first: a day of the log asks for all of its own.
create unique index set_aside_by_event on platform.set_aside_events (event_id, subscription);

alter table platform.subscriptions
  -- Up to there events are taken one by one, so that the bad one is found.
  add column singly_until bigint not null default 0,
  -- So that nobody looks into the table above for a subscription that has nothing there.
  add column has_set_aside boolean not null default false,
  -- The event that was tried alone and failed, how often, and since when.
  add column failing_event text,
  add column event_failures integer not null default 0,
  add column failing_since timestamptz;
