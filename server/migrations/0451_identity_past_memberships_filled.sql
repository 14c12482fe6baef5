-- The people who left a company before: the audit log, accepted invitations and sessions name them.
insert into identity.past_memberships (company_id, user_id)
select known.company_id, known.user_id
from (
  select a.company_id, a.target_id as user_id
  from identity.companies c
  join platform.audit_entries a on a.company_id = c.id
    and a.action in ('identity.member_left', 'identity.member_removed') and a.outcome = 'done'
  union
  select company_id, accepted_by from identity.invitations where accepted_by is not null
  union
  select company_id, user_id from identity.sessions
) known
join identity.users u on u.id = known.user_id and u.erased_at is null
where not exists (
  select from identity.memberships m where m.company_id = known.company_id and m.user_id = known.user_id
)
on conflict (company_id, user_id) do nothing;
