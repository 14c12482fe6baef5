-- Apps of partners: which there are, what each person let them do, and the tokens they were given for it.

-- An app belongs to a company and acts for people of that company only: who may let it in is who runs the company.
create table identity.oauth_apps (
  company_id text not null references identity.companies,
  id text not null,
  name text not null,
  kind text not null,
  redirect_uris text[] not null,
  -- The most that a person can let it do.
  scopes text[] not null,
  -- SHA-256 of 256 random bits. While a secret is being replaced, the former one works on for a time.
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_until timestamptz,
  created_by text not null references identity.users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id),
  constraint oauth_apps_id_unique unique (id),
  constraint oauth_apps_name_short check (length(name) between 1 and 100),
  constraint oauth_apps_kind_known check (kind in ('confidential', 'public')),
  constraint oauth_apps_secret_of_confidential check ((kind = 'confidential') = (secret_hash is not null)),
  constraint oauth_apps_previous_secret_ends
    check ((previous_secret_hash is null) = (previous_secret_until is null)),
  constraint oauth_apps_redirects_some check (cardinality(redirect_uris) > 0),
  constraint oauth_apps_scopes_some check (cardinality(scopes) > 0)
);

create index oauth_apps_by_company on identity.oauth_apps (company_id, created_at desc, id desc);
create index oauth_apps_by_creator on identity.oauth_apps (created_by);

-- What one person let one app do, from one browser. Tokens live and die with it.
create table identity.oauth_grants (
  company_id text not null,
  id text not null,
  app_id text not null,
  user_id text not null references identity.users,
  scopes text[] not null,
  payload jsonb not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (company_id, id),
  constraint oauth_grants_id_unique unique (id),
  constraint oauth_grants_app foreign key (company_id, app_id) references identity.oauth_apps (company_id, id)
);

create index oauth_grants_by_app on identity.oauth_grants (company_id, app_id, user_id, granted_at desc);
create index oauth_grants_by_user on identity.oauth_grants (user_id);
create index oauth_grants_by_end on identity.oauth_grants (expires_at);

-- Codes and tokens, by the hash of what the app holds. The foreign key is what keeps a token from being
-- written for a grant that was destroyed a moment before: without it a replayed code could leave a survivor.
create table identity.oauth_tokens (
  company_id text not null,
  token_hash bytea not null,
  kind text not null,
  grant_id text not null,
  app_id text not null,
  user_id text not null,
  scopes text[] not null,
  payload jsonb not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- The hash alone: a token says itself which company it is of.
  primary key (token_hash),
  constraint oauth_tokens_grant foreign key (company_id, grant_id)
    references identity.oauth_grants (company_id, id) on delete cascade,
  constraint oauth_tokens_kind_known check (kind in ('AccessToken', 'AuthorizationCode', 'RefreshToken'))
);

create index oauth_tokens_by_grant on identity.oauth_tokens (company_id, grant_id, kind);
create index oauth_tokens_by_end on identity.oauth_tokens (expires_at);

-- What a browser has under way at the sign-in and consent pages, and who is signed in there. Nobody has a company
-- before signing in, so these rows have none.
create table identity.oauth_browsers (
  id_hash bytea not null,
  kind text not null,
  uid_hash bytea,
  user_id text references identity.users,
  payload jsonb not null,
  expires_at timestamptz not null,
  primary key (id_hash),
  constraint oauth_browsers_kind_known check (kind in ('Interaction', 'Session'))
);

-- Two tabs of one browser may each have given their session a new id.
create index oauth_browsers_by_uid on identity.oauth_browsers (uid_hash, expires_at) where uid_hash is not null;
create index oauth_browsers_by_user on identity.oauth_browsers (user_id) where user_id is not null;
create index oauth_browsers_by_end on identity.oauth_browsers (expires_at);
