-- A replay of a window is a record: it goes on by itself at its rate, says how far it is, and can be cancelled.
create table webhooks.replays (
  company_id text not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  -- FINISHED: all of it is on its way, which does not say that it has arrived.
  state text not null
    constraint replays_state_known check (state in ('RUNNING', 'FINISHED', 'CANCELLED')),
  -- What it repeats: events of this time, of these kinds (null: all), whose latest delivery is in one of these states;
  -- or those that were never recorded for the endpoint.
  since timestamptz not null,
  until timestamptz not null,
  event_types text[],
  states text[] not null,
  missing boolean not null,
  per_second integer not null
    constraint replays_per_second_known check (per_second between 1 and 1000),
  -- Counted when it was asked for.
  matched integer not null,
  replayed integer not null default 0,
  -- Where it goes on: after this delivery, or after this event.
  place_at timestamptz,
  place_id text collate "C",
  -- When it goes on.
  available_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id),
  constraint replays_window_ends check (since < until),
  constraint replays_finished_when_over check ((state = 'RUNNING') = (finished_at is null))
);

-- One at a time to each endpoint.
create unique index replays_running on webhooks.replays (company_id, endpoint_id) where state = 'RUNNING';
create index replays_due on webhooks.replays (available_at) where state = 'RUNNING';
create index replays_by_endpoint on webhooks.replays (company_id, endpoint_id, id desc);
-- What is left of one that was cancelled, and what is forgotten in the end.
create index replays_ended on webhooks.replays (finished_at) where state <> 'RUNNING';

alter table webhooks.deliveries
  -- The replay of a window that made it.
  add column replay_id text collate "C";

create index deliveries_by_replay on webhooks.deliveries (company_id, replay_id, state)
  where replay_id is not null;
