-- Exchange rates.
create schema fx;

-- What one provider said at one moment. A set is never changed and never deleted, because orders name the set that
-- converted their prices.
create table fx.rate_sets (
  id text collate "C" primary key,
  provider text not null,
  base text not null constraint rate_sets_base_shape check (base ~ '^[A-Z]{3}$'),
  -- When the rates were true, as the provider says. Their age counts from here.
  as_of timestamptz not null,
  fetched_at timestamptz not null,
  -- When the provider expects to have newer rates.
  next_update timestamptz not null,
  payload_sha256 text not null
    constraint rate_sets_payload_shape check (payload_sha256 ~ '^[0-9a-f]{64}$'),
  -- The same answer, fetched twice, is one set.
  constraint rate_sets_once unique (provider, payload_sha256)
);

create index rate_sets_latest on fx.rate_sets (as_of desc, fetched_at desc, id desc);

create table fx.rates (
  rate_set_id text collate "C" not null references fx.rate_sets,
  currency text not null constraint rates_currency_shape check (currency ~ '^[A-Z]{3}$'),
  -- Units of this currency for one unit of the base.
  rate numeric(24, 12) not null constraint rates_positive check (rate > 0),
  primary key (rate_set_id, currency)
);

-- The reference rates of the European Central Bank: units for one euro on a day. Taxes are stated with them, prices are
-- not. A row never changes, and a document that has used a rate keeps the rate itself.
create table fx.reference_rates (
  day date not null,
  currency text not null constraint reference_rates_currency_shape check (currency ~ '^[A-Z]{3}$'),
  rate numeric(24, 12) not null constraint reference_rates_positive check (rate > 0),
  primary key (day, currency)
);

create function fx.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rate sets are immutable: insert a new one' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger rate_sets_immutable before update or delete on fx.rate_sets
  for each row execute function fx.refuse_change();
create trigger rates_immutable before update or delete on fx.rates
  for each row execute function fx.refuse_change();
create trigger reference_rates_immutable before update or delete on fx.reference_rates
  for each row execute function fx.refuse_change();

-- How the last request to each provider ended: for the health surfaces, and for the time of the next request.
create table fx.providers (
  provider text primary key,
  tried_at timestamptz not null,
  succeeded_at timestamptz,
  -- Since the last success.
  failures integer not null constraint providers_failures_not_negative check (failures >= 0),
  -- When the requests began to fail. It counts only while there are failures. `tried_at` moves with each request, and a
  -- provider that never answered has no success to count from.
  failing_since timestamptz,
  last_problem text,
  last_message text,
  next_update timestamptz,
  constraint providers_problem_when_failed check ((last_problem is null) = (failures = 0))
) with (fillfactor = 50);
