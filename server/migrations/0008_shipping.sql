-- Shipping methods: how goods travel, and what that costs.
create schema shipping;

create table shipping.methods (
  -- The supplier. The methods of the platform's own company serve suppliers that have none.
  company_id text not null references identity.companies,
  id text not null,
  name text not null constraint methods_name_short check (length(name) between 1 and 100),
  kind text not null constraint methods_kind_known check (kind in ('DELIVERY', 'PICK_UP')),
  -- The countries that it delivers to. Empty: all.
  countries text[] not null constraint methods_countries_limited check (cardinality(countries) <= 250),
  currency text not null constraint methods_currency_shape check (currency ~ '^[A-Z]{3}$'),
  -- [{"fromMinor": "0", "priceMinor": "690"}] by rising value of the goods. The highest tier that is reached counts.
  tiers jsonb not null,
  lead_time_days integer not null constraint methods_lead_time_sensible check (lead_time_days between 0 and 365),
  -- The order of the list. The first method is used when none is named.
  position integer not null constraint methods_position_sensible check (position between 0 and 1000),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  constraint methods_pick_up_is_free check (kind <> 'PICK_UP' or tiers = '[{"fromMinor": "0", "priceMinor": "0"}]')
);
