-- A rate that moved too far since the set before waits for an operator. The new set goes on with the rate of before.
alter table fx.rates add column as_of timestamptz;
comment on column fx.rates.as_of is 'When this rate was true, if it is from an older set. Null: as the set.';

-- Null: the provider does not say when it has newer rates.
alter table fx.rate_sets alter column next_update drop not null;

create table fx.held_rates (
  provider text not null,
  currency text collate "C" not null
    constraint held_rates_currency_shape check (currency ~ '^[A-Z]{3}$'),
  state text not null constraint held_rates_state_known check (state in ('HELD', 'RELEASED', 'WITHDRAWN')),
  -- Units of this currency for one unit of the base: what the provider says, and what the service goes on with.
  rate numeric(24, 12) not null constraint held_rates_positive check (rate > 0),
  rate_in_use numeric(24, 12) not null,
  rate_in_use_as_of timestamptz not null,
  -- The set that the newest of the provider's rates came with.
  rate_set_id text collate "C" not null references fx.rate_sets,
  held_since timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  id text collate "C" primary key,
  constraint held_rates_decided check ((state = 'HELD') = (decided_at is null))
);

-- A currency waits once.
create unique index held_rates_waiting on fx.held_rates (provider, currency) where state = 'HELD';
create index held_rates_newest on fx.held_rates (id desc);
