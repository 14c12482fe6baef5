-- Automations: rules of a company that act on its events, their versions, and every run of them. ADR 0021.
create schema automations;

create table automations.automations (
  company_id text not null,
  id text collate "C" not null,
  name text not null constraint automations_name_short check (length(name) between 1 and 120),
  -- DELETED keeps its runs readable. Its secret is gone.
  state text not null
    constraint automations_state_known check (state in ('DRAFT', 'ACTIVE', 'PAUSED', 'DELETED')),
  -- The version that runs. Null until the first is published.
  published_version integer,
  latest_version integer not null,
  -- Of the published version, so that what decides who gets an event reads one row.
  event_type text not null,
  -- Events before this are not its business.
  active_since timestamptz,
  -- Signs what its actions call.
  secret_sealed text,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint automations_active_is_published check
    (state <> 'ACTIVE' or (published_version is not null and active_since is not null)),
  constraint automations_secret_while_it_lives check ((state = 'DELETED') = (secret_sealed is null))
);

-- What the reader of the event log asks for.
create index automations_listening on automations.automations (company_id, event_type)
  where state = 'ACTIVE';

create table automations.versions (
  company_id text not null,
  automation_id text collate "C" not null,
  version integer not null,
  event_type text not null,
  condition text not null constraint versions_condition_short check (length(condition) <= 4000),
  actions jsonb not null,
  runs_per_minute integer not null
    constraint versions_runs_per_minute_in_range check (runs_per_minute between 1 and 60),
  created_by text not null,
  created_at timestamptz not null,
  published_by text,
  -- A draft may be changed until then, and never afterwards.
  published_at timestamptz,
  primary key (company_id, automation_id, version),
  foreign key (company_id, automation_id) references automations.automations (company_id, id),
  constraint versions_published_by_somebody check ((published_by is null) = (published_at is null))
);

create table automations.runs (
  company_id text not null,
  id text collate "C" not null,
  automation_id text collate "C" not null,
  version integer not null,
  event_id text collate "C" not null,
  event_type text not null,
  state text not null constraint runs_state_known check (state in
    ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'SUCCEEDED', 'SKIPPED', 'FAILED', 'CANCELLED', 'REFUSED',
     'DEAD_LETTERED')),
  -- Why it is held, or ended otherwise than by success.
  reason text,
  -- Which automations led to the event, this one at the end, and how many.
  depth integer not null,
  path text[] not null,
  attempts integer not null default 0,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  -- The condition held, and its actions began.
  started_at timestamptz,
  -- Somebody let it go although there were too many.
  released_at timestamptz,
  finished_at timestamptz,
  -- What each part of the condition came to.
  trace jsonb,
  last_error text,
  -- What became of it after it was given up.
  outcome text
    constraint runs_outcome_known check (outcome in ('replayed', 'handled_manually', 'intentionally_deferred')),
  outcome_by text,
  outcome_at timestamptz,
  outcome_note text constraint runs_outcome_note_short check (length(outcome_note) <= 1000),
  created_at timestamptz not null,
  primary key (company_id, id),
  -- An event that is recorded twice finds its run here.
  constraint runs_once unique (company_id, automation_id, version, event_id),
  foreign key (company_id, automation_id) references automations.automations (company_id, id),
  constraint runs_leased_with_token check (state <> 'LEASED' or lease_token is not null),
  constraint runs_outcome_by_somebody check
    ((outcome is null) = (outcome_by is null) and (outcome is null) = (outcome_at is null))
)
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

-- The claim.
create index runs_due on automations.runs (available_at, id) where state in ('PENDING', 'RETRYING');
-- The sweep of leases that ran out, and how many of a company are under way.
create index runs_leased on automations.runs (lease_until) where state = 'LEASED';
-- What a company lets go.
create index runs_held on automations.runs (company_id, automation_id, id) where state = 'HELD';
-- How many of a rule began in the last minute.
create index runs_started on automations.runs (company_id, automation_id, started_at)
  where started_at is not null;
-- A company reads a rule's runs, newest first.
create index runs_by_automation on automations.runs (company_id, automation_id, id desc);
-- What waits for a word of an operator.
create index runs_dead on automations.runs (id) where state = 'DEAD_LETTERED' and outcome is null;
-- What was dispatched in the last day, and what is old enough to be forgotten.
create index runs_finished on automations.runs (finished_at) where finished_at is not null;

-- An action that is done: what a repeated run leaves out.
create table automations.steps (
  company_id text not null,
  run_id text collate "C" not null,
  step_id integer not null,
  output jsonb not null,
  done_at timestamptz not null,
  primary key (company_id, run_id, step_id),
  foreign key (company_id, run_id) references automations.runs (company_id, id) on delete cascade
);

-- The kill switch. A row stops a company, or with the scope 'all' everybody; runs are held until it is gone.
create table automations.switches (
  scope text primary key,
  off_by text not null,
  off_at timestamptz not null,
  note text not null constraint switches_note_short check (length(note) <= 1000)
);
