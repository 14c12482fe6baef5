-- What companions have reserved with a token: all calls with one token together stay below what it allows.
create table llm.allowances (
  company_id text collate "C" not null,
  token_id text collate "C" not null,
  -- Upper bounds. What a call did not use is not given back: a token lives for two minutes.
  reserved bigint not null,
  expires_at timestamptz not null,
  constraint allowances_pkey primary key (company_id, token_id),
  constraint allowances_not_negative check (reserved >= 0)
);

create index allowances_by_expiry on llm.allowances (expires_at);
