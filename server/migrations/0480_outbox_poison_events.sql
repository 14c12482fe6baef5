-- A batch of events that a subscription records is under lease, so that the death of a process over it is seen.
alter table platform.subscriptions
  add column lease_token text,
  add column lease_until timestamptz,
  -- How many processes have died over the batch at `position`. From two on its events are recorded one by one.
  add column deaths smallint not null default 0,
  add column attempts integer not null default 0,
  -- A subscription always waits for events: `platform/leases` asks for the state of a row.
  add column state text not null default 'WAITING'
    constraint subscriptions_state_known check (state = 'WAITING');

-- An event that is set aside is tried alone. After three deaths it waits until an operator retries or discards it.
alter table platform.set_aside_events
  add column lease_token text,
  add column lease_until timestamptz,
  add column deaths smallint not null default 0;
