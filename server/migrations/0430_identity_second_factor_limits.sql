-- Wrong codes of an authenticator app are limited for each account over all addresses, and so are sign-in codes by mail.
-- Each column holds the times inside its window only: it never grows past its limit.
alter table identity.totp_factors add column wrong_codes_at timestamptz[] not null default '{}';
alter table identity.users add column mail_codes_at timestamptz[] not null default '{}';
