-- Webhooks: the endpoints of companies, the deliveries to them, and each attempt.
create schema webhooks;

create table webhooks.endpoints (
  company_id text not null,
  id text collate "C" not null,
  name text not null constraint endpoints_name_short check (length(name) between 1 and 120),
  url text not null constraint endpoints_url_short check (length(url) <= 2048),
  -- Kinds, families (`order.*`) or everything (`*`).
  events text[] not null constraint endpoints_events_named check (cardinality(events) between 1 and 100),
  -- A DELETED endpoint keeps its deliveries readable. Its secrets are removed.
  state text not null
    constraint endpoints_state_known check (state in ('ACTIVE', 'PAUSED', 'DISABLED', 'DELETED')),
  disabled_reason text
    constraint endpoints_disabled_reason_known check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  -- Paused because its company was closed. It resumes when the company is opened again.
  paused_by_closing boolean not null default false,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- Null: signed with the secret alone. The private half is sealed. A receiver needs the public half only.
  signing_key_sealed text,
  signing_key_public text,
  -- A thin body has no data, only the address where it can be read.
  payload text not null default 'full'
    constraint endpoints_payload_known check (payload in ('full', 'thin')),
  -- Null: as fast as the receiver answers.
  max_per_second integer
    constraint endpoints_max_per_second_known check (max_per_second between 1 and 1000),
  -- The events of one record are sent one after the other, in the order of the log.
  ordered boolean not null default false,
  -- The circuit breaker. While it is set, all processes together send one delivery at a time, to see whether the
  -- receiver is back. The instant says when the next one may be sent.
  breaker_open_until timestamptz,
  -- The delivery that is tried.
  breaker_probe text collate "C",
  -- Its held deliveries are looked for until then: it was enabled, resumed, released or deleted a short time ago. All
  -- other endpoints need no look.
  settle_until timestamptz default now() + interval '1 day',
  -- Somebody has enabled or resumed the endpoint: what is still to be released gets a new round.
  settle_anew boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The 120 hours without a success count from here.
  enabled_at timestamptz not null,
  primary key (company_id, id),
  constraint endpoints_disabled_for_a_reason check (
    (state = 'DISABLED') = (disabled_reason is not null) and (state = 'DISABLED') = (disabled_at is not null)),
  constraint endpoints_secret_while_it_lives check ((state = 'DELETED') = (secret_sealed is null)),
  constraint endpoints_previous_secret_expires check
    ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint endpoints_signing_key_whole check ((signing_key_sealed is null) = (signing_key_public is null))
);

create index endpoints_breaker_open on webhooks.endpoints (breaker_open_until)
  where breaker_open_until is not null;
create index endpoints_to_settle on webhooks.endpoints (settle_until) where settle_until is not null;
-- Operators read the endpoints of all companies: the newest first, and those that were disabled.
create index endpoints_newest on webhooks.endpoints (id desc) where state <> 'DELETED';
create index endpoints_disabled on webhooks.endpoints (disabled_at) where state = 'DISABLED';

-- How an endpoint has answered since it was enabled. Each batch of attempts writes it. It is a table of its own, so that
-- those writes do not block the decision who gets an event.
create table webhooks.endpoint_health (
  company_id text not null,
  endpoint_id text collate "C" not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- The failures since the last success.
  failing_since timestamptz,
  failures integer not null,
  -- The attempts of the last minutes, and the failures among them.
  window_started_at timestamptz,
  window_attempts integer not null default 0,
  window_failures integer not null default 0,
  -- How near the endpoint was to being disabled when the company was last warned.
  warned_percent integer not null default 0
    constraint endpoint_health_warned_percent_known check (warned_percent in (0, 50, 70, 90)),
  -- Up to this instant the sending times of a throttled endpoint are given away, by whichever process.
  throttle_at timestamptz,
  primary key (company_id, endpoint_id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id)
)
with (fillfactor = 70);

-- A replay of a period continues at its own rate, reports its progress, and can be cancelled.
create table webhooks.replays (
  company_id text not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  -- FINISHED: all of it was sent, which does not mean that it has arrived.
  state text not null
    constraint replays_state_known check (state in ('RUNNING', 'FINISHED', 'CANCELLED')),
  -- It repeats the events of this period and of these kinds (null: all) whose last delivery is in one of these states,
  -- or the events that were never recorded for the endpoint.
  since timestamptz not null,
  until timestamptz not null,
  event_types text[],
  states text[] not null,
  missing boolean not null,
  per_second integer not null
    constraint replays_per_second_known check (per_second between 1 and 1000),
  -- Counted when the replay was requested.
  matched integer not null,
  replayed integer not null default 0,
  -- It continues after this delivery or event.
  place_at timestamptz,
  place_id text collate "C",
  available_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id),
  constraint replays_window_ends check (since < until),
  constraint replays_finished_when_over check ((state = 'RUNNING') = (finished_at is null))
);

-- One at a time for each endpoint.
create unique index replays_running on webhooks.replays (company_id, endpoint_id) where state = 'RUNNING';
create index replays_due on webhooks.replays (available_at) where state = 'RUNNING';
create index replays_by_endpoint on webhooks.replays (company_id, endpoint_id, id desc);
-- What is left of a cancelled replay, and the replays that are old enough to delete.
create index replays_ended on webhooks.replays (finished_at) where state <> 'RUNNING';

-- The next three tables have one partition for each day, as the event log has (ADR 18). The default partition takes the
-- rows of a day that has no partition yet.

-- What is sent, once for each event: the bytes that are signed, the same for each endpoint, retry and replay.
create table webhooks.messages (
  company_id text not null,
  event_id text collate "C" not null,
  type text not null,
  occurred_at timestamptz not null,
  body text not null,
  constraint messages_pkey primary key (company_id, event_id)
) partition by range (event_id);

create table webhooks.messages_default partition of webhooks.messages default;

create table webhooks.deliveries (
  company_id text not null,
  -- The time of the event, and a digest of event and endpoint: an event that is recorded twice finds its delivery by
  -- the key. A replay has the time of its request, and random bits.
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  event_at timestamptz not null,
  state text not null constraint deliveries_state_known check (state in
    ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED')),
  -- The line that it waits in, named after the record of the event. Null: it waits for nothing.
  fifo_key text collate "C",
  -- The place in that line: the sequence of the event within the company.
  event_sequence bigint,
  -- Of the present round. A release from HELD begins a new one.
  attempts integer not null default 0,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- The delivery that this one repeats. Each delivery is repeated at most once.
  replay_of text collate "C",
  -- The delivery that repeats this one. Whoever makes that one writes this once.
  replayed_by text collate "C",
  -- The replay of a period that made it.
  replay_id text collate "C",
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint deliveries_pkey primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id),
  constraint deliveries_leased_with_token check (state <> 'LEASED' or lease_token is not null),
  constraint deliveries_finished_when_terminal check (
    finished_at is null or state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED')),
  constraint deliveries_line_whole check ((fifo_key is null) = (event_sequence is null))
) partition by range (id);

-- The claim.
create index deliveries_due on webhooks.deliveries (available_at, id)
  where state in ('PENDING', 'RETRYING');
-- The sweep of expired leases.
create index deliveries_leased on webhooks.deliveries (lease_until) where state = 'LEASED';
-- To hold and to release what waits for an endpoint.
create index deliveries_unfinished on webhooks.deliveries (company_id, endpoint_id, id)
  where state in ('PENDING', 'RETRYING', 'HELD');
-- The first of a line.
create index deliveries_in_line on webhooks.deliveries (company_id, endpoint_id, fifo_key, event_sequence)
  where fifo_key is not null and state in ('PENDING', 'RETRYING', 'LEASED', 'HELD');
-- To expire what was held for too long. Ids sort by time.
create index deliveries_held on webhooks.deliveries (id) where state = 'HELD';
-- A company reads the deliveries of an endpoint, the newest first.
create index deliveries_by_endpoint on webhooks.deliveries (company_id, endpoint_id, id desc);
-- What a replay of a period looks for, and what was never recorded.
create index deliveries_by_event_time on webhooks.deliveries (company_id, endpoint_id, event_at);
create index deliveries_by_replay on webhooks.deliveries (company_id, replay_id, state)
  where replay_id is not null;
-- What operators count.
create index deliveries_exhausted on webhooks.deliveries (finished_at) where state = 'EXHAUSTED';
create index deliveries_expired on webhooks.deliveries (finished_at) where state = 'EXPIRED';
create index deliveries_after_deaths on webhooks.deliveries (id) where deaths >= 2;

-- Most rows are written four times within seconds, and then never again. The partition of a day has the same options.
create table webhooks.deliveries_default partition of webhooks.deliveries default
  with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

create table webhooks.attempts (
  company_id text not null,
  delivery_id text collate "C" not null,
  n integer not null,
  -- MANUAL: the first attempt of a replay that somebody requested.
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

-- The last 24 hours, for the health surfaces.
create index attempts_by_time on webhooks.attempts (started_at) include (error_class);

create table webhooks.attempts_default partition of webhooks.attempts default;
