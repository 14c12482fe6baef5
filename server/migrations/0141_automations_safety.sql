-- A secret that is being replaced, and how often a rule has failed without a success in between.
alter table automations.automations
  -- Signs beside the new one until then.
  add column previous_secret_sealed text,
  add column previous_secret_until timestamptz,
  add column failures_in_row integer not null default 0
    constraint automations_failures_counted check (failures_in_row >= 0),
  -- Since when it is paused because it failed too often. Null where a person paused it.
  add column failing_since timestamptz,
  add constraint automations_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  add constraint automations_failing_is_paused check (failing_since is null or state in ('PAUSED', 'DELETED'));
