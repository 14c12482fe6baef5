-- The list of members shows the name and the address of the person: a change of them is a change of each membership.
create function identity.stamp_memberships() returns trigger language plpgsql as $$
begin
  update identity.memberships set written_at = clock_timestamp() where user_id = new.id;
  return null;
end
$$;

create trigger users_renamed after update of email, name on identity.users
  for each row when ((new.email, new.name) is distinct from (old.email, old.name))
  execute function identity.stamp_memberships();
