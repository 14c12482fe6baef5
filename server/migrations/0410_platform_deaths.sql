-- The worker processes that share this database. A row whose process has died tells a death from a slow worker.
create table platform.processes (
  -- What stands behind the `@` of the lease tokens of the process.
  holder text collate "C" primary key,
  -- When the process last wrote to this row.
  seen_at timestamptz not null,
  -- It was asked to stop: what becomes of it is no death.
  stopping_at timestamptz,
  died_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- How many processes have died while they held the lease of a record. From two on it is worked on alone.
alter table platform.jobs add column deaths smallint not null default 0;
alter table webhooks.deliveries add column deaths smallint not null default 0;
alter table automations.runs add column deaths smallint not null default 0;
alter table catalog.imports add column deaths smallint not null default 0;
alter table catalog.searches add column deaths smallint not null default 0;
alter table incidents.deliveries add column deaths smallint not null default 0;
alter table checkout.attempts add column deaths smallint not null default 0;
alter table checkout.unordered_payments add column deaths smallint not null default 0;
alter table payments.payments add column deaths smallint not null default 0;
alter table payments.refunds add column deaths smallint not null default 0;
alter table orders.credits add column deaths smallint not null default 0;
alter table approvals.requests add column deaths smallint not null default 0;

-- Empty on a good day: the claim of a record that is worked on alone, and the list that operators read.
create index jobs_after_deaths on platform.jobs (id) where deaths >= 2;
create index deliveries_after_deaths on webhooks.deliveries (id) where deaths >= 2;
create index runs_after_deaths on automations.runs (id) where deaths >= 2;
create index imports_after_deaths on catalog.imports (id) where deaths >= 2;
create index searches_after_deaths on catalog.searches (id) where deaths >= 2;
create index deliveries_after_deaths on incidents.deliveries (id) where deaths >= 2;
create index attempts_after_deaths on checkout.attempts (id) where deaths >= 2;
create index unordered_payments_after_deaths on checkout.unordered_payments (payment_id) where deaths >= 2;
create index payments_after_deaths on payments.payments (id) where deaths >= 2;
create index refunds_after_deaths on payments.refunds (id) where deaths >= 2;
create index credits_after_deaths on orders.credits (id) where deaths >= 2;
create index requests_after_deaths on approvals.requests (id) where deaths >= 2;
