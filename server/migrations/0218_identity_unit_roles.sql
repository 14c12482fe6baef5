-- Roles that a member has for one unit and the units below it: [{"unitId", "role"}].
alter table identity.memberships add column unit_roles jsonb not null default '[]'
  constraint memberships_unit_roles_listed check (jsonb_typeof(unit_roles) = 'array');
