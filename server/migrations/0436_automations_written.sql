-- When the database wrote the last change of an automation or its draft: `updatedAfter` of the list reads it. Runs are no changes.
alter table automations.automations add column written_at timestamptz not null default now();
alter table automations.automations alter column written_at set default clock_timestamp();
create trigger automations_written before update on automations.automations
  for each row when (
    (new.name, new.state, new.published_version, new.latest_version, new.failing_since, new.updated_at)
    is distinct from
    (old.name, old.state, old.published_version, old.latest_version, old.failing_since, old.updated_at))
  execute function platform.stamp_written();

create function automations.stamp_automation() returns trigger language plpgsql as $$
begin
  update automations.automations set written_at = clock_timestamp()
  where company_id = new.company_id and id = new.automation_id;
  return null;
end
$$;

create trigger versions_written after update on automations.versions
  for each row execute function automations.stamp_automation();
