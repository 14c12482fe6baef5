-- Members, invitations, companies that can be closed, and what an API key has to say for itself.

-- A company whose door is closed: none of its credentials works while this is set.
alter table identity.companies
  add column vat_id text
    constraint companies_vat_id_shape check (vat_id ~ '^[A-Z]{2}[0-9A-Z+*.]{2,13}$'),
  add column billing_address jsonb,
  add column disabled_at timestamptz,
  add column changed_at timestamptz;

-- The operators' company is one: two of them would be two platforms.
create unique index companies_one_platform on identity.companies (platform) where platform;
create index companies_newest on identity.companies (created_at desc, id desc);

-- Whoever runs the platform buys nothing on it: the two kinds of role never meet in one membership.
alter table identity.memberships
  add constraint memberships_operators_apart
    check (not ('operator' = any (roles)) or roles = array['operator']);

create table identity.invitations (
  company_id text not null references identity.companies,
  id text not null,
  email text not null,
  roles text[] not null,
  -- The token itself is in the mail and nowhere else.
  token_hash bytea not null,
  state text not null,
  -- Nobody, when it was made at the machine.
  invited_by text references identity.users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  accepted_by text references identity.users,
  primary key (company_id, id),
  constraint invitations_token_unique unique (token_hash),
  constraint invitations_email_lower check (email = lower(email)),
  constraint invitations_roles_known
    check (roles <@ array['buyer', 'approver', 'company_admin', 'operator'] and cardinality(roles) > 0),
  constraint invitations_operators_apart
    check (not ('operator' = any (roles)) or roles = array['operator']),
  constraint invitations_state_known check (state in ('OPEN', 'ACCEPTED', 'REVOKED')),
  constraint invitations_closed_dated check ((state = 'OPEN') = (closed_at is null)),
  constraint invitations_accepted_by_somebody check ((state = 'ACCEPTED') = (accepted_by is not null))
);

-- A second invitation of the same address takes the place of the first.
create unique index invitations_one_open on identity.invitations (company_id, email) where state = 'OPEN';
create index invitations_newest on identity.invitations (company_id, created_at desc, id desc);
create index invitations_by_inviter on identity.invitations (invited_by);
create index invitations_by_accepter on identity.invitations (accepted_by);

alter table identity.api_keys
  -- The first key of a chain of rotations: what a cart and a contract belong to, whatever key is in use.
  add column client_id text,
  add column replaced_by text,
  -- Which pepper the hash was made with. Null: before there were any; the next use of the key makes it new.
  add column pepper_id text,
  add column allowed_cidrs text[] not null default '{}'
    constraint api_keys_cidrs_limited check (cardinality(allowed_cidrs) <= 50),
  add column requests_per_minute integer
    constraint api_keys_limit_positive check (requests_per_minute > 0),
  -- A network, never one machine: enough to notice a stranger.
  add column last_used_from text,
  -- The notice that was given last, in days before the end.
  add column notice_days integer;

update identity.api_keys set client_id = id;

alter table identity.api_keys
  alter column client_id set not null,
  alter column allowed_cidrs drop default;

create index api_keys_by_end on identity.api_keys (expires_at) where revoked_at is null;
