-- The network address that each mailed code was for, as a digest, in the order of mail_codes_at.
alter table identity.users add column mail_code_origins text[] not null default '{}';

-- A mailed code belongs to its person, not to one sign-in. Only the previous version still writes mail_code_hash.
alter table identity.challenges
  drop constraint challenges_purpose_known,
  add constraint challenges_purpose_known
    check (purpose in ('sign_in', 'passkey_sign_in', 'passkey_registration', 'step_up', 'mail_code'));
