-- The companies that a person has left. The data that the person wrote there is exported and erased, too. A person who has joined again
-- may still have a row.
create table identity.past_memberships (
  company_id text not null references identity.companies,
  -- Without a foreign key: its check would lock the person, who may be erased at the same time.
  user_id text not null,
  primary key (company_id, user_id)
);

create index past_memberships_by_user on identity.past_memberships (user_id, company_id);

create function identity.insert_past_membership() returns trigger language plpgsql as $$
begin
  insert into identity.past_memberships (company_id, user_id) values (old.company_id, old.user_id)
  on conflict (company_id, user_id) do nothing;
  return null;
end
$$;

-- Also while the previous release still runs.
create trigger memberships_ended after delete on identity.memberships
  for each row execute function identity.insert_past_membership();
