-- no-transaction
create index concurrently if not exists invitations_by_change on identity.invitations (company_id, written_at, id);
