-- Sessions know when and how their person was seen last; second factors; the ways back in.

-- Null in a row that an older release wrote: then the session's begin counts.
alter table identity.sessions
  add column authenticated_at timestamptz,
  -- What the person has shown in this session.
  add column methods text[] not null default '{password}'
    constraint sessions_methods_known
    check (methods <@ array['password', 'totp', 'recovery_code', 'passkey', 'mail_code']),
  -- Coarse on purpose: enough to know one's own devices by, and no more.
  add column device text constraint sessions_device_short check (length(device) <= 60),
  add column network text constraint sessions_network_short check (length(network) <= 60),
  drop constraint sessions_end_known,
  add constraint sessions_end_known
    check (end_reason in ('signed_out', 'refresh_reused', 'revoked', 'credentials_changed') and ended_at is not null
      or end_reason is null and ended_at is null);

create index sessions_by_end on identity.sessions (expires_at);

-- The token that replaced this one: a twin that comes within moments is given the same.
alter table identity.refresh_tokens add column successor_id text;

-- Questions that wait for their answer: the second factor of a sign-in, a passkey to be made or used.
create table identity.challenges (
  token_hash bytea primary key,
  purpose text not null,
  -- Unknown only while somebody signs in by passkey alone.
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
  -- Sealed for this person: the bare secret is nowhere.
  secret_sealed text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest time step whose code was taken: neither it nor an older one is taken again.
  last_step bigint not null
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
  -- By a later request, or by another change of the password.
  voided_at timestamptz
);

create index password_resets_by_user on identity.password_resets (user_id, created_at);
