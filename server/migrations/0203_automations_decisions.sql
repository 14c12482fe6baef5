-- [{outcome, by, at, note?}]: every word that was said on a dead letter, the oldest first. `outcome` is the one that holds.
alter table automations.runs add column decisions jsonb not null default '[]';
update automations.runs
set decisions = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
  'outcome', outcome, 'by', outcome_by, 'at', outcome_at, 'note', outcome_note)))
where outcome is not null;

-- Those whose worker was lost did not say when they were given up.
update automations.runs set finished_at = available_at where state = 'DEAD_LETTERED' and finished_at is null;

-- Those that were deferred, or done by hand.
create index runs_reviewed on automations.runs (id) where state = 'DEAD_LETTERED' and outcome is not null;
