create schema if not exists platform;

-- One row per Idempotency-Key. Either a use case wrote it in its own transaction (result_id), or the HTTP layer holds
-- it around a handler that has none (held_by, held_until). The first answer is kept beside it, sealed.
create table platform.idempotency (
  company_id  text        not null,
  actor_id    text        not null,
  key         text        not null,
  fingerprint bytea       not null,
  result_id   text,
  held_by     text,
  held_until  timestamptz,
  answer      text,
  created_at  timestamptz not null,
  primary key (company_id, actor_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255),
  constraint idempotency_held_until_an_instant check ((held_by is null) = (held_until is null))
);

-- For the purge of what is older than a week.
create index idempotency_by_age on platform.idempotency (created_at);
