-- The language-model gateway: prices, limits, attempts, and what they cost.
create schema llm;

-- Prices of model families, each from an instant on. Rows are only added: an old attempt keeps the price that it was charged.
-- A price is in femto-dollars (10^-15) per token, so the cheapest families have whole numbers too.
create table llm.prices (
  id text collate "C" primary key,
  provider text not null,
  family text collate "C" not null,
  valid_from timestamptz not null,
  input_femto bigint not null,
  output_femto bigint not null,
  cached_input_femto bigint not null,
  is_free boolean not null,
  constraint prices_provider_known check (provider in ('A', 'B')),
  constraint prices_not_negative check (input_femto >= 0 and output_femto >= 0 and cached_input_femto >= 0)
);

create index prices_of_family on llm.prices (provider, family, id desc);

create function llm.refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'The history of prices is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;

create trigger prices_are_only_added before update or delete or truncate on llm.prices
  for each statement execute function llm.refuse_price_change();

-- What an operator has set in place of the defaults. A row without a user limits the company's total.
create table llm.limits (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  provider text not null,
  family text collate "C" not null,
  -- Null: unlimited. 0: blocked.
  daily_tokens bigint,
  set_by text not null,
  set_at timestamptz not null,
  constraint limits_pkey primary key (company_id, user_id, provider, family),
  constraint limits_provider_known check (provider in ('A', 'B')),
  constraint limits_not_negative check (daily_tokens >= 0)
);

-- The tokens of one UTC day, per person and (without a user) per company.
create table llm.counters (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  provider text not null,
  family text collate "C" not null,
  day date not null,
  used bigint not null default 0,
  reserved bigint not null default 0,
  constraint counters_pkey primary key (company_id, user_id, provider, family, day),
  constraint counters_not_negative check (used >= 0 and reserved >= 0)
) with (fillfactor = 50);

create index counters_by_day on llm.counters (day);

-- Each call of a provider.
create table llm.attempts (
  id text collate "C" primary key,
  request_id text not null,
  attempt smallint not null,
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  provider text not null,
  family text collate "C" not null,
  model text collate "C" not null,
  price_id text collate "C" not null references llm.prices,
  day date not null,
  state text not null,
  is_streamed boolean not null,
  -- What was reserved: the upper bound of the prompt, and the most that the model may answer.
  reserved_input bigint not null,
  reserved_output bigint not null,
  lease_until timestamptz not null,
  -- The three inputs are disjoint. The output includes the reasoning.
  uncached_input bigint,
  cached_input bigint,
  cache_write_input bigint,
  output bigint,
  reasoning bigint,
  usage_source text,
  cost_nano bigint,
  -- `ok`, or why the attempt did not end well.
  outcome text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint attempts_state_known check (state in ('RESERVED', 'SETTLED', 'RELEASED', 'EXPIRED')),
  constraint attempts_usage_source_known check (usage_source in ('provider_reported', 'estimated')),
  constraint attempts_settled check ((state = 'RESERVED') = (settled_at is null)),
  constraint attempts_charged check ((state in ('SETTLED', 'EXPIRED')) = (cost_nano is not null)),
  constraint attempts_reserved_not_negative check (reserved_input >= 0 and reserved_output >= 0)
) with (fillfactor = 70);

create index attempts_leased on llm.attempts (lease_until) where state = 'RESERVED';
create index attempts_of_person on llm.attempts (company_id, user_id, id desc);

-- What each person used of each model on one UTC day. The two costs are never added together.
create table llm.usage_days (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  provider text not null,
  model text collate "C" not null,
  day date not null,
  reported_requests bigint not null default 0,
  estimated_requests bigint not null default 0,
  uncached_input bigint not null default 0,
  cached_input bigint not null default 0,
  cache_write_input bigint not null default 0,
  output bigint not null default 0,
  reasoning bigint not null default 0,
  reported_cost_nano numeric(38, 0) not null default 0,
  estimated_cost_nano numeric(38, 0) not null default 0,
  constraint usage_days_pkey primary key (company_id, user_id, provider, model, day)
) with (fillfactor = 50);

create index usage_days_by_day on llm.usage_days (day);

-- Prompts and answers, sealed, of the companies that LLM_STORE_PROMPTS names.
create table llm.prompts (
  attempt_id text collate "C" primary key,
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  sealed text not null,
  created_at timestamptz not null
);

create index prompts_of_person on llm.prompts (company_id, user_id, attempt_id desc);
