-- The person who gave the address, if that is not the owner: an administrator who resumes a standing order becomes its owner. The address
-- loses the name when its person is erased and the standing order has ended.
alter table standing.orders add column ship_to_by text collate "C";

update standing.orders o set ship_to_by = given.actor_id
from standing.orders s
cross join lateral (
  select a.actor_id from platform.audit_entries a
  where a.company_id = s.company_id and a.target_id = s.id and a.actor_id is not null
    and (a.action = 'standing.order_created' or a.action = 'standing.order_changed' and a.details -> 'fields' ? 'shipTo')
  order by a.id desc
  limit 1
) given
where o.company_id = s.company_id and o.id = s.id and given.actor_id <> o.owner_id;

update standing.orders o
set ship_to = (o.ship_to - 'phone' - 'email') || jsonb_build_object('name', 'Erased person')
from identity.users u
where u.id = coalesce(o.ship_to_by, o.owner_id) and u.erased_at is not null and o.state = 'ENDED';
