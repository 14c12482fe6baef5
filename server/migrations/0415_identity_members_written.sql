-- When the database wrote the last change of a membership or an invitation: `updatedAfter` of the lists reads it.
alter table identity.memberships add column written_at timestamptz not null default now();
alter table identity.memberships alter column written_at set default clock_timestamp();
create trigger memberships_written before update on identity.memberships
  for each row execute function platform.stamp_written();

alter table identity.invitations add column written_at timestamptz not null default now();
alter table identity.invitations alter column written_at set default clock_timestamp();
create trigger invitations_written before update on identity.invitations
  for each row execute function platform.stamp_written();
