-- When the database wrote the last change of a campaign: `updatedAfter` of the list reads it.
alter table ads.campaigns add column written_at timestamptz not null default now();
alter table ads.campaigns alter column written_at set default clock_timestamp();
create index campaigns_by_change on ads.campaigns (company_id, written_at, id);
create trigger campaigns_written before update on ads.campaigns
  for each row execute function platform.stamp_written();
