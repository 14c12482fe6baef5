-- Runs that are held end after a while (EXPIRED), a paused rule ends what waits in batches, and what is kept for a day goes by an
-- index of its own.
alter table automations.runs drop constraint runs_state_known;
alter table automations.runs add constraint runs_state_known check (state in
  ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'SUCCEEDED', 'SKIPPED', 'FAILED', 'CANCELLED', 'REFUSED',
   'DEAD_LETTERED', 'EXPIRED'));

-- How often its rule had been paused when it was accepted. Fewer than now: that pause has ended it. Null: from before this was
-- written down.
alter table automations.runs add column pauses integer;

alter table automations.automations
  add column pauses integer not null default 0 constraint automations_pauses_counted check (pauses >= 0),
  -- Some of what a pause has ended may still have to be marked.
  add column ending boolean not null default false,
  -- What was released is due one after the other, up to then.
  add column released_until timestamptz,
  -- Its company was told that runs are held, and nobody has released them since.
  add column flood_told_at timestamptz,
  -- Its company was told that what was held has ended.
  add column expiry_told_at timestamptz,
  -- Whether it only fails is judged by what has finished since then. `failures_in_row` is not read any more.
  add column judged_since timestamptz;

create index automations_ending on automations.automations (id) where ending;

-- What is kept for a day.
create index runs_kept_a_day on automations.runs (finished_at)
  where state in ('SKIPPED', 'REFUSED', 'CANCELLED');
-- What of a rule waits.
create index runs_waiting on automations.runs (company_id, automation_id, id)
  where state in ('PENDING', 'RETRYING');
-- What was held first: ids sort by time.
create index runs_held_oldest on automations.runs (id) where state = 'HELD';
create index runs_expired on automations.runs (id) where state = 'EXPIRED';
-- How the runs of a rule went in the last day.
create index runs_judged on automations.runs (company_id, automation_id, finished_at) include (state)
  where state in ('SUCCEEDED', 'FAILED', 'DEAD_LETTERED');
