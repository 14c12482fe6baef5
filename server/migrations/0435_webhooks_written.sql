-- When the database wrote the last change of a webhook: `updatedAfter` of the list reads it. The probes of its breaker and the
-- housekeeping are no changes, and its health stands in another row.
alter table webhooks.endpoints add column written_at timestamptz not null default now();
alter table webhooks.endpoints alter column written_at set default clock_timestamp();
create trigger endpoints_written before update on webhooks.endpoints
  for each row when (
    (new.name, new.url, new.events, new.state, new.disabled_reason, new.previous_secret_until, new.signing_key_public, new.payload,
      new.max_per_second, new.ordered, new.updated_at)
    is distinct from
    (old.name, old.url, old.events, old.state, old.disabled_reason, old.previous_secret_until, old.signing_key_public, old.payload,
      old.max_per_second, old.ordered, old.updated_at))
  execute function platform.stamp_written();
