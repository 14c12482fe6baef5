-- The revision of the terms moves before its transaction commits: terms that are read in between are old and carry the new revision.
-- A note of catalog.changes appears with the commit. Quotes compare notes, so that no agreement changes unnoticed.
create or replace function catalog.advance_terms_revision() returns trigger language plpgsql as $$
begin
  perform nextval('catalog.terms_revision');
  insert into catalog.changes (what) values ('terms') on conflict do nothing;
  return null;
end
$$;
