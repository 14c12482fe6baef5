-- no-transaction
create index concurrently if not exists memberships_by_change on identity.memberships (company_id, written_at, user_id);
