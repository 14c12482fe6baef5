-- The ordered event log, the places of those who read it, and the rows of generic work.

create schema if not exists platform;

-- Written in the transaction that causes the event; `position` and `sequence` are given after it has committed, by one
-- sequencer, because numbers taken before the commit would let a reader pass over a transaction that commits late.
-- Append-only otherwise.
create table platform.events (
  company_id text not null,
  id text collate "C" not null,
  -- The order in which the rows were written. Not a place to read from: see above.
  arrival bigint generated always as identity,
  -- Place in the whole log.
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
);

create unique index events_by_company on platform.events (company_id, sequence);
create unique index events_by_position on platform.events (position) where position is not null;
create index events_unsequenced on platform.events (arrival) where position is null;

-- One row. Whoever holds its lock is the sequencer for as long as its transaction lasts, and no longer.
create table platform.sequencer (
  name text primary key constraint sequencer_is_one check (name = 'events'),
  last_position bigint not null
);
insert into platform.sequencer (name, last_position) values ('events', 0);

create table platform.company_sequences (
  company_id text primary key,
  last_sequence bigint not null
) with (fillfactor = 70);

-- How far each subscription has read. Moved in the transaction that writes what the subscription records.
create table platform.subscriptions (
  name text primary key,
  position bigint not null,
  -- Failures in a row at this place.
  failures integer not null,
  available_at timestamptz not null,
  last_error text
) with (fillfactor = 70);

create table platform.jobs (
  id text collate "C" primary key,
  name text not null,
  payload jsonb not null,
  state text not null
    constraint jobs_state_known check (state in ('PENDING', 'LEASED', 'RETRYING', 'EXHAUSTED')),
  attempts integer not null,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  constraint jobs_leased_whole check (
    (state = 'LEASED') = (lease_token is not null) and (lease_token is null) = (lease_until is null)
  )
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

-- Led by the name: the claim of one kind of job never reads past the backlog of another.
create index jobs_due on platform.jobs (name, available_at, id) where state in ('PENDING', 'RETRYING');
create index jobs_leased on platform.jobs (lease_until) where state = 'LEASED';
create index jobs_exhausted on platform.jobs (name, id) where state = 'EXHAUSTED';

create table platform.schedules (
  name text primary key,
  cron text not null,
  available_at timestamptz not null,
  fired_at timestamptz
);
