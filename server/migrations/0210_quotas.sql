-- What frame contracts commit and limit, and what orders call off from them.
create schema quotas;

-- A quota is of the buyer: it names the contract, which is in the catalogue.
create table quotas.quotas (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  contract_id text collate "C" not null,
  supplier_company_id text collate "C" not null,
  covers text not null constraint quotas_covers_known check (covers in ('PRODUCT', 'CATEGORY')),
  -- The product or the category.
  covered_id text collate "C" not null,
  measure text not null constraint quotas_measure_known check (measure in ('QUANTITY', 'VALUE')),
  -- Of a value. Empty: the amounts are pieces.
  currency text not null default '',
  -- Pieces, or minor units of the currency. Null: none is agreed.
  committed bigint constraint quotas_committed_positive check (committed > 0),
  maximum bigint constraint quotas_maximum_positive check (maximum > 0),
  policy text not null constraint quotas_policy_known check (policy in ('REFUSE', 'WARN')),
  -- What checkouts hold, and what orders have called off and not given back.
  held bigint not null default 0 constraint quotas_held_not_negative check (held >= 0),
  called_off bigint not null default 0 constraint quotas_called_off_not_negative check (called_off >= 0),
  -- 80 or 100: the companies know that so many percent of the maximum are reached.
  noticed_percent smallint not null default 0
    constraint quotas_noticed_known check (noticed_percent in (0, 80, 100)),
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint quotas_distinct unique (company_id, contract_id, covers, covered_id, measure, currency)
);

-- What one line of a checkout takes from one quota. Without an order it is held.
create table quotas.call_offs (
  company_id text not null,
  checkout_id text collate "C" not null,
  line_number integer not null,
  quota_id text collate "C" not null,
  contract_id text collate "C" not null,
  order_id text collate "C",
  product_id text collate "C" not null,
  quantity integer not null constraint call_offs_quantity_positive check (quantity > 0),
  -- The pieces that were neither cancelled nor returned.
  kept integer not null constraint call_offs_kept_not_negative check (kept >= 0),
  -- The goods of the line after discounts and before tax, in the currency of the order.
  value_minor bigint not null,
  currency text not null,
  -- In the measure of the quota: of all pieces, and of those that are kept.
  amount bigint not null,
  amount_kept bigint not null,
  held_at timestamptz not null,
  primary key (company_id, checkout_id, quota_id, line_number),
  constraint call_offs_quota foreign key (company_id, quota_id) references quotas.quotas
);

create index call_offs_by_contract on quotas.call_offs (company_id, contract_id, order_id, quota_id, line_number)
  where order_id is not null;
create index call_offs_by_quota on quotas.call_offs (company_id, quota_id);
