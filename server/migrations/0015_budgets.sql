-- Budgets: what a cost centre or a person may spend in a period.
create schema budgets;

create table budgets.budgets (
  company_id text not null references identity.companies,
  id text not null,
  name text not null constraint budgets_name_short check (length(name) between 1 and 100),
  -- COST_CENTER: the cost centre `subject`. PERSON: the person `subject`, or each person if `subject` is null.
  kind text not null constraint budgets_kind_known check (kind in ('COST_CENTER', 'PERSON')),
  subject text constraint budgets_subject_short check (length(subject) between 1 and 100),
  period text not null constraint budgets_period_known check (period in ('DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR')),
  currency text not null constraint budgets_currency_shape check (currency ~ '^[A-Z]{3}$'),
  limit_minor bigint not null constraint budgets_limit_not_negative check (limit_minor >= 0),
  -- An order above the limit of a soft budget is possible and needs an approval.
  soft boolean not null,
  active boolean not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  constraint budgets_subject_named check (kind = 'PERSON' or subject is not null)
);

-- The sums of the entries of one period. They stand here so that one row lock guards the limit.
create table budgets.periods (
  company_id text not null,
  budget_id text not null,
  -- The cost centre, or the person.
  subject text not null,
  starts_on date not null,
  held_minor bigint not null constraint periods_held_not_negative check (held_minor >= 0),
  committed_minor bigint not null constraint periods_committed_not_negative check (committed_minor >= 0),
  primary key (company_id, budget_id, subject, starts_on),
  constraint periods_budget foreign key (company_id, budget_id) references budgets.budgets (company_id, id)
) with (fillfactor = 80);

-- What one checkout holds of one budget.
create table budgets.holds (
  company_id text not null,
  checkout_id text not null,
  budget_id text not null,
  subject text not null,
  starts_on date not null,
  state text not null constraint holds_state_known check (state in ('HELD', 'COMMITTED', 'RELEASED')),
  amount_minor bigint not null constraint holds_amount_positive check (amount_minor > 0),
  released_minor bigint not null,
  -- The same amount in the currency of the order, and the part of it that went back.
  base_minor bigint not null constraint holds_base_positive check (base_minor > 0),
  credited_minor bigint not null,
  -- It was above the limit of a soft budget.
  over boolean not null,
  primary key (company_id, checkout_id, budget_id),
  constraint holds_period foreign key (company_id, budget_id, subject, starts_on)
    references budgets.periods (company_id, budget_id, subject, starts_on),
  constraint holds_released_within check (released_minor between 0 and amount_minor),
  constraint holds_credited_within check (credited_minor between 0 and base_minor)
);

create table budgets.entries (
  company_id text not null,
  budget_id text not null,
  entry bigint generated always as identity,
  subject text not null,
  starts_on date not null,
  kind text not null constraint entries_kind_known check (kind in ('HOLD', 'COMMIT', 'RELEASE')),
  amount_minor bigint not null constraint entries_amount_positive check (amount_minor > 0),
  checkout_id text not null,
  recorded_at timestamptz not null,
  primary key (company_id, budget_id, entry)
);

create function budgets.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger entries_append_only before update or delete on budgets.entries
  for each row execute function budgets.refuse_change();
