-- Automations: rules of a company that act on its events, the versions of the rules, and each run. See ADR 21.
create schema automations;

create table automations.automations (
  company_id text not null,
  id text collate "C" not null,
  name text not null constraint automations_name_short check (length(name) between 1 and 120),
  -- A DELETED automation keeps its runs readable. Its secrets are removed.
  state text not null
    constraint automations_state_known check (state in ('DRAFT', 'ACTIVE', 'PAUSED', 'DELETED')),
  -- The version that runs. Null until the first is published.
  published_version integer,
  latest_version integer not null,
  -- Copied from the published version, so that the decision who gets an event reads one row.
  event_type text not null,
  -- Earlier events start no runs.
  active_since timestamptz,
  -- Signs the requests of its actions. After a rotation the previous secret signs as well, for some time.
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- How often it was paused. A run that was accepted before the last pause has ended with it.
  pauses integer not null default 0 constraint automations_pauses_counted check (pauses >= 0),
  -- Some runs that a pause has ended may still have to be marked.
  ending boolean not null default false,
  -- It was paused because it failed too often. Null: a person paused it.
  failing_since timestamptz,
  -- Only runs that finished since then count when its failures are judged.
  judged_since timestamptz,
  -- Released runs become due one after the other, the last at this instant.
  released_until timestamptz,
  -- The company was notified that runs are held, and nobody has released them since.
  flood_told_at timestamptz,
  -- The company was notified that held runs have expired.
  expiry_told_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint automations_active_is_published check
    (state <> 'ACTIVE' or (published_version is not null and active_since is not null)),
  constraint automations_secret_while_it_lives check ((state = 'DELETED') = (secret_sealed is null)),
  constraint automations_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint automations_failing_is_paused check (failing_since is null or state in ('PAUSED', 'DELETED'))
);

-- The subscription to the event log asks for it.
create index automations_listening on automations.automations (company_id, event_type)
  where state = 'ACTIVE';
create index automations_ending on automations.automations (id) where ending;
-- Operators read the rules of all companies, the newest first.
create index automations_newest on automations.automations (id desc) where state <> 'DELETED';

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
  -- A draft may be changed before this instant, and never after it.
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
  -- EXPIRED: it was held for too long.
  state text not null constraint runs_state_known check (state in
    ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'SUCCEEDED', 'SKIPPED', 'FAILED', 'CANCELLED', 'REFUSED',
     'DEAD_LETTERED', 'EXPIRED')),
  -- Why it is held, or did not end with success.
  reason text,
  -- The automations that led to the event, with this one at the end, and their number.
  depth integer not null,
  path text[] not null,
  -- The pauses of its rule when the run was accepted. Fewer than the rule has now: a pause has ended the run.
  pauses integer,
  attempts integer not null default 0,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- The condition was true, and the actions began.
  started_at timestamptz,
  -- Somebody released it although there were too many runs.
  released_at timestamptz,
  finished_at timestamptz,
  -- The result of each part of the condition.
  trace jsonb,
  last_error text,
  -- The decision on a dead letter that counts, and [{outcome, by, at, note?}] of all decisions, the oldest first.
  outcome text
    constraint runs_outcome_known check (outcome in ('replayed', 'handled_manually', 'intentionally_deferred')),
  outcome_by text,
  outcome_at timestamptz,
  outcome_note text constraint runs_outcome_note_short check (length(outcome_note) <= 1000),
  decisions jsonb not null default '[]',
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
-- The sweep of expired leases, and the number of runs of a company that are under way.
create index runs_leased on automations.runs (lease_until) where state = 'LEASED';
-- What a company releases.
create index runs_held on automations.runs (company_id, automation_id, id) where state = 'HELD';
-- What was held first. Ids sort by time.
create index runs_held_oldest on automations.runs (id) where state = 'HELD';
-- The runs of a rule that wait.
create index runs_waiting on automations.runs (company_id, automation_id, id)
  where state in ('PENDING', 'RETRYING');
-- How many runs of a rule began in the last minute.
create index runs_started on automations.runs (company_id, automation_id, started_at)
  where started_at is not null;
-- The results of a rule in the last day.
create index runs_judged on automations.runs (company_id, automation_id, finished_at) include (state)
  where state in ('SUCCEEDED', 'FAILED', 'DEAD_LETTERED');
-- A company reads the runs of a rule, the newest first. Operators read the runs of all companies.
create index runs_by_automation on automations.runs (company_id, automation_id, id desc);
create index runs_newest on automations.runs (id desc);
create index runs_open_by_event on automations.runs (event_id)
  where state in ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'DEAD_LETTERED');
-- Dead letters that wait for an operator, and those that have a decision.
create index runs_dead on automations.runs (id) where state = 'DEAD_LETTERED' and outcome is null;
create index runs_reviewed on automations.runs (id) where state = 'DEAD_LETTERED' and outcome is not null;
create index runs_expired on automations.runs (id) where state = 'EXPIRED';
-- The runs of the last day, and those that are old enough to delete: some states are kept for one day only.
create index runs_finished on automations.runs (finished_at) where finished_at is not null;
create index runs_kept_a_day on automations.runs (finished_at)
  where state in ('SKIPPED', 'REFUSED', 'CANCELLED');
create index runs_after_deaths on automations.runs (id) where deaths >= 2;

-- A finished action. A repeated run leaves it out.
create table automations.steps (
  company_id text not null,
  run_id text collate "C" not null,
  step_id integer not null,
  output jsonb not null,
  done_at timestamptz not null,
  primary key (company_id, run_id, step_id),
  foreign key (company_id, run_id) references automations.runs (company_id, id) on delete cascade
);

-- The kill switch. A row stops one company, or all of them with the scope 'all'. Runs are held until the row is gone.
create table automations.switches (
  scope text primary key,
  off_by text not null,
  off_at timestamptz not null,
  note text not null constraint switches_note_short check (length(note) <= 1000),
  -- The company was closed. The row is removed when the company is opened again.
  by_closing boolean not null default false
);

-- Notices of automations to people, in the product itself: one for each person, action and run.
create table automations.notices (
  company_id text not null,
  id text collate "C" not null,
  user_id text not null,
  run_id text collate "C" not null,
  step_id integer not null,
  automation_id text collate "C" not null,
  automation_name text not null,
  subject text not null constraint notices_subject_short check (length(subject) <= 150),
  message text not null constraint notices_message_short check (length(message) <= 2000),
  event_type text not null,
  entity_type text not null,
  entity_id text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, id),
  constraint notices_once unique (company_id, run_id, step_id, user_id)
);

-- A person reads their own notices, the newest first.
create index notices_by_person on automations.notices (company_id, user_id, id desc);
-- Old notices are deleted.
create index notices_by_age on automations.notices (created_at);
