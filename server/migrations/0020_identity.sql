-- Who may act: companies, the people in them, their sessions, and the keys of integrations.
create schema identity;

create table identity.companies (
  id text primary key,
  name text not null,
  currency text not null,
  country text not null,
  -- A supplier sells, the platform's own company holds the operators; every company may buy.
  supplier boolean not null,
  platform boolean not null,
  created_at timestamptz not null,
  constraint companies_name_short check (length(name) between 1 and 200),
  constraint companies_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint companies_country_shape check (country ~ '^[A-Z]{2}$')
);

create table identity.users (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  state text not null,
  created_at timestamptz not null,
  constraint users_email_unique unique (email),
  constraint users_email_lower check (email = lower(email)),
  constraint users_state_known check (state in ('ACTIVE', 'DISABLED'))
);

-- A role is held in a company, never on the person: the same person may buy here and approve there.
create table identity.memberships (
  company_id text not null references identity.companies,
  user_id text not null references identity.users,
  roles text[] not null,
  created_at timestamptz not null,
  primary key (company_id, user_id),
  constraint memberships_roles_known
    check (roles <@ array['buyer', 'approver', 'company_admin', 'operator'] and cardinality(roles) > 0)
);

create index memberships_by_user on identity.memberships (user_id, company_id);

create table identity.sessions (
  company_id text not null references identity.companies,
  id text not null,
  user_id text not null references identity.users,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (company_id, id),
  constraint sessions_id_unique unique (id),
  constraint sessions_end_known
    check (end_reason in ('signed_out', 'refresh_reused', 'revoked') and ended_at is not null or end_reason is null and ended_at is null)
);

create index sessions_by_user on identity.sessions (user_id, created_at);

-- Every refresh token that was ever given out in a session: one that comes back after its use is a theft.
create table identity.refresh_tokens (
  company_id text not null,
  id text not null,
  session_id text not null,
  issued_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  constraint refresh_tokens_session foreign key (company_id, session_id)
    references identity.sessions (company_id, id) on delete cascade
);

create index refresh_tokens_by_session on identity.refresh_tokens (company_id, session_id);

create table identity.api_keys (
  company_id text not null references identity.companies,
  id text not null,
  name text not null,
  key_start text not null,
  key_end text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_by text not null references identity.users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  constraint api_keys_hash_unique unique (key_hash),
  constraint api_keys_name_short check (length(name) between 1 and 100),
  constraint api_keys_scopes_some check (cardinality(scopes) > 0)
);

create index api_keys_by_creator on identity.api_keys (created_by);
create index api_keys_by_company on identity.api_keys (company_id, created_at desc, id desc);
