-- Operators find companies by a part of their name or by their VAT id, and people by how their address begins.
create index companies_by_words on identity.companies using gin (name gin_trgm_ops);
create index companies_by_vat_id on identity.companies (vat_id) where vat_id is not null;
create index users_by_email on identity.users (email text_pattern_ops);

-- An account that operators have locked: it is DISABLED until one of them opens it again.
alter table identity.users
  add column locked_at timestamptz,
  add column locked_by text,
  add column lock_note text constraint users_lock_note_short check (length(lock_note) <= 500),
  add constraint users_locked_by_somebody check ((locked_at is null) = (locked_by is null)),
  add constraint users_locked_does_nothing check (locked_at is null or state = 'DISABLED');
