-- The platform: the event log, background jobs, idempotency keys and the audit log. Every module uses them.

-- Trigrams: parts of words, and words that are spelled nearly the same.
create extension if not exists pg_trgm;
-- Search without accents.
create extension if not exists unaccent;
-- Exclusion constraints over a company and a period.
create extension if not exists btree_gist;

create schema platform;

-- The sequence stands apart from its table: a partitioned table has no identity column before PostgreSQL 17.
create sequence platform.events_arrival as bigint;

-- The event log. A transaction writes its events together with the change that causes them. After the commit one
-- sequencer gives them `position` and `sequence`. Numbers from before the commit would let a reader miss an event whose
-- transaction commits late. Nothing else is ever changed.
-- The log has one partition for each day, and an old day is dropped as a whole. Ids sort by time, so a day is a range
-- of ids, and a search by id opens one partition. See ADR 18.
create table platform.events (
  company_id text not null,
  id text collate "C" not null,
  -- The order in which the rows were written. It is not a place to read from.
  arrival bigint not null default nextval('platform.events_arrival'),
  -- The place in the whole log. A unique key over all partitions would have to contain the id. The lock of the one
  -- sequencer keeps positions unique.
  position bigint,
  -- The place among the events of the company, without gaps from 1.
  sequence bigint,
  type text not null,
  version integer not null,
  occurred_at timestamptz not null,
  entity_type text not null,
  entity_id text not null,
  entity_version bigint not null,
  data jsonb not null,
  -- The automations that led to the event: it stops a rule that triggers itself. Null: a person or a program acted.
  cause jsonb,
  constraint events_pkey primary key (company_id, id),
  constraint events_numbered_at_once check ((position is null) = (sequence is null))
) partition by range (id);
alter sequence platform.events_arrival owned by platform.events.arrival;

create index events_by_position on platform.events (position) where position is not null;
create index events_unsequenced on platform.events (arrival) where position is null;
-- The events of a company in a period: what it may have missed.
create index events_by_company on platform.events (company_id, occurred_at);

-- Takes the events of a day that has no partition yet. The job that keeps the partitions moves them out.
create table platform.events_default partition of platform.events default;

-- One row. Its lock makes a transaction the sequencer.
create table platform.sequencer (
  name text primary key constraint sequencer_is_one check (name = 'events'),
  last_position bigint not null
);
insert into platform.sequencer (name, last_position) values ('events', 0);

create table platform.company_sequences (
  company_id text primary key,
  last_sequence bigint not null
) with (fillfactor = 70);

-- How far each subscription has read the event log. The transaction that writes what a subscription records also moves
-- its position. A batch of events is under lease, so that a process that dies over it is noticed.
create table platform.subscriptions (
  name text primary key,
  position bigint not null,
  -- Failures in a row at this position.
  failures integer not null,
  available_at timestamptz not null,
  last_error text,
  -- Up to this position events are recorded one by one, so that the bad one is found.
  singly_until bigint not null default 0,
  -- False: there is no need to look into platform.set_aside_events.
  has_set_aside boolean not null default false,
  -- The event that was tried alone and failed, how often, and since when.
  failing_event text,
  event_failures integer not null default 0,
  failing_since timestamptz,
  lease_token text,
  lease_until timestamptz,
  -- Processes that died over the batch at `position`. From two deaths on its events are recorded one by one.
  deaths smallint not null default 0,
  attempts integer not null default 0,
  -- A subscription always waits for events. `platform/leases` expects a state in each row.
  state text not null default 'WAITING'
    constraint subscriptions_state_known check (state = 'WAITING')
) with (fillfactor = 70);

-- Events that a subscription cannot record, and the events of the same line that must wait behind them. All other
-- events go on. A set-aside event is tried alone. After three deaths it waits for an operator.
create table platform.set_aside_events (
  subscription text not null,
  company_id text not null,
  -- What is recorded in order: mostly the record of the event, `order/ord_…`.
  line text not null,
  position bigint not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- 0: it only waits behind another event.
  failures integer not null,
  last_error text,
  set_aside_at timestamptz not null,
  -- Counts for the first event of a line only. The others are due when they become the first.
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  primary key (subscription, company_id, line, position)
) with (fillfactor = 70);

-- Begins with the event, because a day of the log asks for its own events.
create unique index set_aside_by_event on platform.set_aside_events (event_id, subscription);

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
  -- Processes that died while they held the lease. From two deaths on a worker works on the job alone.
  deaths smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  given_up_at timestamptz,
  constraint jobs_leased_whole check (
    (state = 'LEASED') = (lease_token is not null) and (lease_token is null) = (lease_until is null)
  )
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

-- Begins with the name: to claim one kind of job never reads the backlog of another.
create index jobs_due on platform.jobs (name, available_at, id) where state in ('PENDING', 'RETRYING');
create index jobs_leased on platform.jobs (lease_until) where state = 'LEASED';
create index jobs_exhausted on platform.jobs (name, id) where state = 'EXHAUSTED';
-- The poison records. Empty on a good day, as each index of this kind is.
create index jobs_after_deaths on platform.jobs (id) where deaths >= 2;

create table platform.schedules (
  name text primary key,
  cron text not null,
  available_at timestamptz not null,
  fired_at timestamptz
);

-- The processes that share this database. They tell a worker that died from a worker that is slow.
create table platform.processes (
  -- The part behind the `@` in the lease tokens of the process.
  holder text collate "C" primary key,
  seen_at timestamptz not null,
  -- The process was asked to stop. Its end counts as no death.
  stopping_at timestamptz,
  died_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- One row for each Idempotency-Key. A use case writes it in its own transaction (`result_id`). Where a handler has no
-- transaction, the HTTP layer holds the key around it (`held_by`, `held_until`).
create table platform.idempotency (
  company_id text not null,
  actor_id text not null,
  key text not null,
  fingerprint bytea not null,
  result_id text,
  held_by text,
  held_until timestamptz,
  -- The first answer, sealed.
  answer text,
  created_at timestamptz not null,
  primary key (company_id, actor_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255),
  constraint idempotency_held_until_an_instant check ((held_by is null) = (held_until is null))
) with (toast_tuple_target = 8160);

-- Sealed text does not compress, and an answer is hardly ever read. So it stays in its row as it is, up to a page:
-- pieces in a TOAST table would cost five more records of the write-ahead log for each key.
alter table platform.idempotency alter column answer set storage external;

-- The purge of keys that are older than a week.
create index idempotency_by_age on platform.idempotency (created_at);

-- The audit log: who did what to which record, when, and whether it was refused. ADR 13 says why entries and chain are
-- two tables. Entries are written in the transaction of the change, and are never updated or deleted. They contain the
-- ids of people, not their names or addresses, so that erasing a person leaves the log whole.
create table platform.audit_entries (
  company_id text not null,
  id text collate "C" not null,
  -- The order in which the rows were written, and in which they are linked.
  arrival bigint generated always as identity,
  occurred_at timestamptz not null,
  -- Null: nobody who is known, for example a failed sign-in.
  actor_kind text,
  actor_id text,
  client_id text,
  session_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  outcome text not null,
  details jsonb not null,
  -- Null: no request, for example a worker.
  request_id text,
  -- The network, not the host: /24 of IPv4, /48 of IPv6.
  address text,
  user_agent text,
  primary key (company_id, id),
  constraint audit_entries_outcome_known check (outcome in ('done', 'refused')),
  constraint audit_entries_action_shape check (action ~ '^[a-z_]+[.][a-z0-9_]+$'),
  constraint audit_entries_actor_whole check ((actor_kind is null) = (actor_id is null))
);

create index audit_entries_by_actor on platform.audit_entries (company_id, actor_id, id);
create index audit_entries_by_target on platform.audit_entries (company_id, target_id, id);
create index audit_entries_by_action on platform.audit_entries (company_id, action, id);
-- Operators read across companies.
create index audit_entries_by_id on platform.audit_entries (id);

-- Entries that are not in their chain yet. A row lives for about a second.
create table platform.audit_pending (
  company_id text not null,
  arrival bigint not null,
  id text not null,
  primary key (arrival)
);

-- The chain of each company. Each link is the hash of the link before it and of its entry.
create table platform.audit_links (
  company_id text not null,
  sequence bigint not null,
  entry_id text collate "C" not null,
  hash bytea not null,
  primary key (company_id, sequence),
  constraint audit_links_entry_once unique (company_id, entry_id)
);

-- From time to time the end of each chain is sealed with a key that is not in the database. An attacker who rewrites a
-- whole chain cannot rewrite its anchors.
create table platform.audit_anchors (
  company_id text not null,
  sequence bigint not null,
  hash bytea not null,
  sealed text not null,
  anchored_at timestamptz not null,
  primary key (company_id, sequence)
);

-- One row. Its lock makes a transaction the linker.
create table platform.audit_linker (
  name text primary key constraint audit_linker_is_one check (name = 'audit')
);
insert into platform.audit_linker (name) values ('audit');

create function platform.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entries_stay before update or delete on platform.audit_entries
  for each row execute function platform.refuse_audit_change();
create trigger audit_entries_are_not_emptied before truncate on platform.audit_entries
  for each statement execute function platform.refuse_audit_change();
create trigger audit_links_stay before update or delete on platform.audit_links
  for each row execute function platform.refuse_audit_change();
create trigger audit_links_are_not_emptied before truncate on platform.audit_links
  for each statement execute function platform.refuse_audit_change();
-- A replaced key seals an anchor again. What the anchor says stays.
create trigger audit_anchors_stay
  before delete or update of company_id, sequence, hash, anchored_at on platform.audit_anchors
  for each row execute function platform.refuse_audit_change();
create trigger audit_anchors_are_not_emptied before truncate on platform.audit_anchors
  for each statement execute function platform.refuse_audit_change();
