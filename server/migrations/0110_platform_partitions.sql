-- The event log, and what is delivered of it, in one part for each day: an old day is dropped and never deleted row by
-- row. Ids sort by time, so a day is a range of ids, and a search by id opens one part. ADR 18.
--
-- Each table that was becomes the default part of its successor, without being copied. It takes what no day's part
-- takes, and the keeper of the parts moves it out from there.

-- A partitioned table has no identity column before PostgreSQL 17.
create sequence platform.events_arrival as bigint;
select setval('platform.events_arrival', coalesce(max(arrival), 0) + 1, false) from platform.events;

alter table platform.events rename to events_default;
alter table platform.events_default rename constraint events_pkey to events_default_pkey;
alter table platform.events_default alter column arrival drop identity;
alter index platform.events_unsequenced rename to events_default_unsequenced;
drop index platform.events_by_company;
drop index platform.events_by_position;

create table platform.events (
  company_id text not null,
  id text collate "C" not null,
  -- The order in which the rows were written. Not a place to read from.
  arrival bigint not null default nextval('platform.events_arrival'),
  -- Place in the whole log. A key that is unique over all parts would have to hold the id: here the lock of the one
  -- sequencer makes it so.
  position bigint,
  -- Place among the events of the company, dense from 1.
  sequence bigint,
  type text not null,
  version integer not null,
  occurred_at timestamptz not null,
  entity_type text not null,
  entity_id text not null,
  entity_version bigint not null,
  data jsonb not null,
  constraint events_pkey primary key (company_id, id),
  constraint events_numbered_at_once check ((position is null) = (sequence is null))
) partition by range (id);
alter sequence platform.events_arrival owned by platform.events.arrival;

create index events_by_position on platform.events (position) where position is not null;
create index events_unsequenced on platform.events (arrival) where position is null;
-- What a company may have missed, by the time of the event.
create index events_by_company on platform.events (company_id, occurred_at);
alter table platform.events attach partition platform.events_default default;

alter table webhooks.messages rename to messages_default;
alter table webhooks.messages_default rename constraint messages_pkey to messages_default_pkey;
create table webhooks.messages (
  company_id text not null,
  event_id text collate "C" not null,
  type text not null,
  occurred_at timestamptz not null,
  -- The bytes that are signed and sent.
  body text not null,
  constraint messages_pkey primary key (company_id, event_id)
) partition by range (event_id);
alter table webhooks.messages attach partition webhooks.messages_default default;

alter table webhooks.deliveries rename to deliveries_default;
alter table webhooks.deliveries_default rename constraint deliveries_pkey to deliveries_default_pkey;
alter table webhooks.deliveries_default
  add column replayed_by text collate "C";
update webhooks.deliveries_default d set replayed_by = r.id
from webhooks.deliveries_default r
where r.company_id = d.company_id and r.replay_of = d.id;
alter table webhooks.deliveries_default drop constraint deliveries_once;
alter index webhooks.deliveries_due rename to deliveries_default_due;
alter index webhooks.deliveries_leased rename to deliveries_default_leased;
alter index webhooks.deliveries_unfinished rename to deliveries_default_unfinished;
alter index webhooks.deliveries_held rename to deliveries_default_held;
alter index webhooks.deliveries_by_endpoint rename to deliveries_default_by_endpoint;
alter index webhooks.deliveries_exhausted rename to deliveries_default_exhausted;
drop index webhooks.deliveries_by_event_time;

create table webhooks.deliveries (
  company_id text not null,
  -- The time of the event, and a digest of event and endpoint: an event that is recorded twice finds its delivery by
  -- its key. A replay has the time at which it was asked for, and random bits.
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  event_at timestamptz not null,
  state text not null constraint deliveries_state_known check (state in
    ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED')),
  -- Of the present round: a release from HELD begins a new one.
  attempts integer not null default 0,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  -- The delivery that this one repeats: a chain, so each is repeated at most once.
  replay_of text collate "C",
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The delivery that repeats this one. Written once, by whoever makes that one.
  replayed_by text collate "C",
  constraint deliveries_pkey primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id),
  constraint deliveries_leased_with_token check (state <> 'LEASED' or lease_token is not null),
  constraint deliveries_finished_when_terminal check (
    finished_at is null or state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED'))
) partition by range (id);

-- The claim.
create index deliveries_due on webhooks.deliveries (available_at, id)
  where state in ('PENDING', 'RETRYING');
-- The sweep of leases that ran out.
create index deliveries_leased on webhooks.deliveries (lease_until) where state = 'LEASED';
-- Holding and releasing what waits for an endpoint.
create index deliveries_unfinished on webhooks.deliveries (company_id, endpoint_id, id)
  where state in ('PENDING', 'RETRYING', 'HELD');
-- Giving up what was held longer than it is kept: ids sort by time.
create index deliveries_held on webhooks.deliveries (id) where state = 'HELD';
-- A company reads an endpoint's deliveries, newest first.
create index deliveries_by_endpoint on webhooks.deliveries (company_id, endpoint_id, id desc);
-- What a replay of a window looks for, and what was never recorded.
create index deliveries_by_event_time on webhooks.deliveries (company_id, endpoint_id, event_at);
-- What operators count.
create index deliveries_exhausted on webhooks.deliveries (finished_at) where state = 'EXHAUSTED';
create index deliveries_expired on webhooks.deliveries (finished_at) where state = 'EXPIRED';
alter table webhooks.deliveries attach partition webhooks.deliveries_default default;

alter table webhooks.attempts rename to attempts_default;
alter table webhooks.attempts_default rename constraint attempts_pkey to attempts_default_pkey;
alter index webhooks.attempts_by_time rename to attempts_default_by_time;
create table webhooks.attempts (
  company_id text not null,
  delivery_id text collate "C" not null,
  n integer not null,
  -- MANUAL is the first attempt of a replay: somebody asked for it.
  trigger text not null constraint attempts_trigger_known check (trigger in ('SCHEDULED', 'MANUAL')),
  started_at timestamptz not null,
  ms integer not null,
  status_code integer,
  error_class text,
  request_headers jsonb not null,
  response_body text
    constraint attempts_response_body_cut check (octet_length(response_body) <= 16384),
  constraint attempts_pkey primary key (company_id, delivery_id, n),
  constraint attempts_answered_or_failed check (status_code is not null or error_class is not null)
) partition by range (delivery_id);
-- The last 24 hours, for the operators' surfaces.
create index attempts_by_time on webhooks.attempts (started_at) include (error_class);
alter table webhooks.attempts attach partition webhooks.attempts_default default;
