-- Identity: companies, their members, sessions, API keys, partner apps, and the data that people may ask for.
create schema identity;

create table identity.companies (
  id text primary key,
  name text not null,
  currency text not null,
  country text not null,
  -- A supplier sells. The platform's own company has the operators. Every company may buy.
  supplier boolean not null,
  platform boolean not null,
  vat_id text
    constraint companies_vat_id_shape check (vat_id ~ '^[A-Z]{2}[0-9A-Z+*.]{2,13}$'),
  billing_address jsonb,
  -- The accounts of the company need a purchase order number on each purchase.
  po_number_required boolean not null default false,
  -- Each purchase must name its cost centre: a purchase without one counts against no budget.
  cost_center_required boolean not null default false,
  -- The company's people get mail about their orders, and about the orders that the company has to deliver.
  order_mails boolean not null default true,
  created_at timestamptz not null,
  changed_at timestamptz,
  -- The company is closed: none of its credentials works.
  disabled_at timestamptz,
  constraint companies_name_short check (length(name) between 1 and 200),
  constraint companies_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint companies_country_shape check (country ~ '^[A-Z]{2}$')
);

-- There is one company of operators: two of them would be two platforms.
create unique index companies_one_platform on identity.companies (platform) where platform;
create index companies_newest on identity.companies (created_at desc, id desc);
-- Operators find a company by a part of its name or by its VAT id.
create index companies_by_words on identity.companies using gin (name gin_trgm_ops);
create index companies_by_vat_id on identity.companies (vat_id) where vat_id is not null;

create table identity.users (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  state text not null,
  -- When sign-in codes were mailed, within the window of their limit only. The list never grows longer than the limit.
  mail_codes_at timestamptz[] not null default '{}',
  created_at timestamptz not null,
  -- The row stays, because orders and audit entries name its id. Nothing in it says who the person was.
  erased_at timestamptz,
  -- An operator locked the account. It is DISABLED until an operator unlocks it.
  locked_at timestamptz,
  locked_by text,
  lock_note text constraint users_lock_note_short check (length(lock_note) <= 500),
  constraint users_email_unique unique (email),
  constraint users_email_lower check (email = lower(email)),
  constraint users_state_known check (state in ('ACTIVE', 'DISABLED')),
  constraint users_locked_by_somebody check ((locked_at is null) = (locked_by is null)),
  constraint users_locked_does_nothing check (locked_at is null or state = 'DISABLED')
);

-- Operators find a person by the beginning of the address.
create index users_by_email on identity.users (email text_pattern_ops);

-- A person has roles in a company, not everywhere: the same person may buy here and approve there.
create table identity.memberships (
  company_id text not null references identity.companies,
  user_id text not null references identity.users,
  roles text[] not null,
  created_at timestamptz not null,
  primary key (company_id, user_id),
  constraint memberships_roles_known
    check (roles <@ array['buyer', 'approver', 'company_admin', 'operator'] and cardinality(roles) > 0),
  -- An operator does not buy: no membership has both kinds of role.
  constraint memberships_operators_apart
    check (not ('operator' = any (roles)) or roles = array['operator'])
);

create index memberships_by_user on identity.memberships (user_id, company_id);

create table identity.invitations (
  company_id text not null references identity.companies,
  id text not null,
  email text not null,
  roles text[] not null,
  -- The token itself is in the mail only.
  token_hash bytea not null,
  state text not null,
  -- Null: the invitation was made with a command on the server.
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

-- A second invitation of an address replaces the first.
create unique index invitations_one_open on identity.invitations (company_id, email) where state = 'OPEN';
create index invitations_newest on identity.invitations (company_id, created_at desc, id desc);
create index invitations_by_inviter on identity.invitations (invited_by);
create index invitations_by_accepter on identity.invitations (accepted_by);

create table identity.sessions (
  company_id text not null references identity.companies,
  id text not null,
  user_id text not null references identity.users,
  -- What the person has shown in this session.
  methods text[] not null default '{password}'
    constraint sessions_methods_known
    check (methods <@ array['password', 'totp', 'recovery_code', 'passkey', 'mail_code']),
  -- Coarse on purpose: people recognise their own devices by it, and it says no more.
  device text constraint sessions_device_short check (length(device) <= 60),
  network text constraint sessions_network_short check (length(network) <= 60),
  created_at timestamptz not null,
  -- Null: the beginning of the session counts.
  authenticated_at timestamptz,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (company_id, id),
  constraint sessions_id_unique unique (id),
  constraint sessions_end_known
    check (end_reason in ('signed_out', 'refresh_reused', 'revoked', 'credentials_changed') and ended_at is not null
      or end_reason is null and ended_at is null)
);

create index sessions_by_user on identity.sessions (user_id, created_at);
create index sessions_by_end on identity.sessions (expires_at);

-- Every refresh token that a session has had. A token that comes back after its use was stolen.
create table identity.refresh_tokens (
  company_id text not null,
  id text not null,
  session_id text not null,
  -- The token that replaced this one. A second request that comes within moments gets the same successor.
  successor_id text,
  issued_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  constraint refresh_tokens_session foreign key (company_id, session_id)
    references identity.sessions (company_id, id) on delete cascade
);

create index refresh_tokens_by_session on identity.refresh_tokens (company_id, session_id);

-- Questions that wait for an answer: the second factor of a sign-in, or a passkey that is registered or used.
create table identity.challenges (
  token_hash bytea primary key,
  purpose text not null,
  -- Null only while somebody signs in with a passkey alone.
  user_id text references identity.users,
  session_id text,
  -- What a passkey has to sign.
  nonce text,
  mail_code_hash bytea,
  attempts int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint challenges_purpose_known
    check (purpose in ('sign_in', 'passkey_sign_in', 'passkey_registration', 'step_up'))
);

create index challenges_by_end on identity.challenges (expires_at);
create index challenges_by_user on identity.challenges (user_id);

create table identity.totp_factors (
  user_id text primary key references identity.users,
  -- Sealed for this person. The plain secret is stored nowhere.
  secret_sealed text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted. Neither that step nor an older one is accepted again.
  last_step bigint not null,
  -- When wrong codes came, within the window of their limit only. The limit counts all addresses together.
  wrong_codes_at timestamptz[] not null default '{}'
);

create table identity.recovery_codes (
  user_id text not null references identity.users,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table identity.passkeys (
  id text primary key,
  user_id text not null references identity.users,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_name_short check (length(name) between 1 and 60)
);

create index passkeys_by_user on identity.passkeys (user_id, created_at);

create table identity.password_resets (
  token_hash bytea primary key,
  user_id text not null references identity.users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A later request, or another change of the password, voids it.
  voided_at timestamptz
);

create index password_resets_by_user on identity.password_resets (user_id, created_at);

create table identity.api_keys (
  company_id text not null references identity.companies,
  id text not null,
  -- The first key of a chain of rotations. A cart and a contract belong to it, whichever key is in use.
  client_id text not null,
  name text not null,
  key_start text not null,
  key_end text not null,
  key_hash bytea not null,
  -- The pepper of the hash. Null: none; the next use of the key hashes it with one.
  pepper_id text,
  scopes text[] not null,
  allowed_cidrs text[] not null
    constraint api_keys_cidrs_limited check (cardinality(allowed_cidrs) <= 50),
  requests_per_minute integer
    constraint api_keys_limit_positive check (requests_per_minute > 0),
  created_by text not null references identity.users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The last notice before the end of the key, in days before it.
  notice_days integer,
  last_used_at timestamptz,
  -- A network, never one host: enough to notice a stranger.
  last_used_from text,
  replaced_by text,
  revoked_at timestamptz,
  primary key (company_id, id),
  constraint api_keys_hash_unique unique (key_hash),
  constraint api_keys_name_short check (length(name) between 1 and 100),
  constraint api_keys_scopes_some check (cardinality(scopes) > 0)
);

create index api_keys_by_creator on identity.api_keys (created_by);
create index api_keys_by_company on identity.api_keys (company_id, created_at desc, id desc);
create index api_keys_by_end on identity.api_keys (expires_at) where revoked_at is null;

-- A partner app belongs to a company and acts for people of that company only. The company's administrators decide
-- which apps there are.
create table identity.oauth_apps (
  company_id text not null references identity.companies,
  id text not null,
  name text not null,
  kind text not null,
  redirect_uris text[] not null,
  -- The most that a person can allow it.
  scopes text[] not null,
  -- SHA-256 of 256 random bits. After a rotation the previous secret works on for some time.
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

-- What one person allowed one app from one browser. Its tokens end with it.
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

-- Codes and tokens, by the hash of the value that the app has.
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
  -- The hash alone, because the token itself names its company.
  primary key (token_hash),
  -- Nobody can write a token for a grant that was destroyed a moment before. Without this, a replayed code could leave
  -- a token that works.
  constraint oauth_tokens_grant foreign key (company_id, grant_id)
    references identity.oauth_grants (company_id, id) on delete cascade,
  constraint oauth_tokens_kind_known check (kind in ('AccessToken', 'AuthorizationCode', 'RefreshToken'))
);

create index oauth_tokens_by_grant on identity.oauth_tokens (company_id, grant_id, kind);
create index oauth_tokens_by_end on identity.oauth_tokens (expires_at);

-- What a browser has begun on the sign-in and consent pages, and who is signed in there. These rows have no company,
-- because nobody has one before the sign-in.
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

-- Not unique: two tabs of one browser may each have given their session a new id.
create index oauth_browsers_by_uid on identity.oauth_browsers (uid_hash, expires_at) where uid_hash is not null;
create index oauth_browsers_by_user on identity.oauth_browsers (user_id) where user_id is not null;
create index oauth_browsers_by_end on identity.oauth_browsers (expires_at);

-- An export of everything that is known about a person.
create table identity.privacy_exports (
  company_id text not null references identity.companies,
  id text not null,
  user_id text not null references identity.users,
  state text not null,
  requested_at timestamptz not null,
  -- Sealed for this export. It lists the parts, and is removed when the export is taken or expires.
  content_sealed text,
  -- The tables that were fetched. Each can be fetched once, as the whole can.
  tables_taken text[] not null default '{}'
    constraint privacy_exports_tables_taken_few check (cardinality(tables_taken) <= 200),
  ready_at timestamptz,
  expires_at timestamptz,
  -- Of the newest link. An earlier link no longer works.
  link_hash bytea,
  taken_at timestamptz,
  primary key (company_id, id),
  constraint privacy_exports_id_unique unique (id),
  constraint privacy_exports_link_unique unique (link_hash),
  constraint privacy_exports_state_known check (state in ('REQUESTED', 'READY', 'TAKEN', 'EXPIRED')),
  constraint privacy_exports_content_while_ready check ((state = 'READY') = (content_sealed is not null))
);

-- A person has one open export at a time.
create unique index privacy_exports_one_open on identity.privacy_exports (user_id)
  where state in ('REQUESTED', 'READY');
create index privacy_exports_by_end on identity.privacy_exports (expires_at) where state = 'READY';

-- The parts of an export: nobody has so much data that it must be cut or has to fit into memory at once.
create table identity.privacy_export_parts (
  company_id text not null,
  export_id text not null,
  part integer not null constraint privacy_export_parts_counted check (part >= 0),
  -- The section of the product, and the field of it unless the section is a list.
  section text not null constraint privacy_export_parts_section_short check (length(section) <= 100),
  field text constraint privacy_export_parts_field_short check (length(field) <= 100),
  content_sealed text not null,
  primary key (company_id, export_id, part),
  constraint privacy_export_parts_export foreign key (company_id, export_id)
    references identity.privacy_exports (company_id, id) on delete cascade
);
