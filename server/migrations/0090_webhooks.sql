-- Webhook subscriptions, what is delivered to them, and every attempt.
create schema webhooks;

create table webhooks.endpoints (
  company_id text not null,
  id text collate "C" not null,
  name text not null constraint endpoints_name_short check (length(name) between 1 and 120),
  url text not null constraint endpoints_url_short check (length(url) <= 2048),
  -- Kinds, families (`order.*`) or everything (`*`).
  events text[] not null constraint endpoints_events_named check (cardinality(events) between 1 and 100),
  -- DELETED keeps its deliveries readable. Its secrets are gone.
  state text not null
    constraint endpoints_state_known check (state in ('ACTIVE', 'PAUSED', 'DISABLED', 'DELETED')),
  disabled_reason text
    constraint endpoints_disabled_reason_known check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- From here on the 120 hours without a success are counted.
  enabled_at timestamptz not null,
  primary key (company_id, id),
  constraint endpoints_disabled_for_a_reason check (
    (state = 'DISABLED') = (disabled_reason is not null) and (state = 'DISABLED') = (disabled_at is not null)),
  constraint endpoints_secret_while_it_lives check ((state = 'DELETED') = (secret_sealed is null)),
  constraint endpoints_previous_secret_expires check
    ((previous_secret_sealed is null) = (previous_secret_until is null))
);

-- How an endpoint has answered since it was enabled. Apart from the endpoint, because every batch of attempts
-- writes it, and what decides who gets an event should not wait for that.
create table webhooks.endpoint_health (
  company_id text not null,
  endpoint_id text collate "C" not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- The run of failures since the last success.
  failing_since timestamptz,
  failures integer not null,
  primary key (company_id, endpoint_id),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id)
)
with (fillfactor = 70);

-- What is sent, once per event: the bytes that are signed, the same for every endpoint, retry and replay.
create table webhooks.messages (
  company_id text not null,
  event_id text collate "C" not null,
  type text not null,
  occurred_at timestamptz not null,
  body text not null,
  primary key (company_id, event_id)
);

create table webhooks.deliveries (
  company_id text not null,
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
  primary key (company_id, id),
  -- An event that is recorded twice, or a replay that is asked for twice, finds its delivery here.
  constraint deliveries_once unique nulls not distinct (company_id, endpoint_id, event_id, replay_of),
  foreign key (company_id, endpoint_id) references webhooks.endpoints (company_id, id),
  constraint deliveries_leased_with_token check (state <> 'LEASED' or lease_token is not null),
  constraint deliveries_finished_when_terminal check (
    finished_at is null or state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED'))
)
-- Most rows are written four times within seconds, and then never again.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

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
-- What a replay of a window looks for.
create index deliveries_by_event_time on webhooks.deliveries (company_id, endpoint_id, event_at)
  where state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED');
-- What operators count.
create index deliveries_exhausted on webhooks.deliveries (finished_at) where state = 'EXHAUSTED';

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
  primary key (company_id, delivery_id, n),
  constraint attempts_answered_or_failed check (status_code is not null or error_class is not null)
);

-- The last 24 hours, for the operators' surfaces.
create index attempts_by_time on webhooks.attempts (started_at) include (error_class);
