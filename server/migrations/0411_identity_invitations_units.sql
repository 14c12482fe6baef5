-- The unit to which the invited person will belong, and the roles for units: [{"unitId", "role"}].
alter table identity.invitations
  add column unit_id text,
  add column unit_roles jsonb not null default '[]'
    constraint invitations_unit_roles_listed check (jsonb_typeof(unit_roles) = 'array');
