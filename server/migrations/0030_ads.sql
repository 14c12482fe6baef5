-- Ads: campaigns of suppliers, their spending in a day, auctions, clicks, and the controls of viewers.
create schema ads;

-- `company_id` is the supplier that pays.
create table ads.campaigns (
  company_id text collate "C" not null references identity.companies,
  id text collate "C" not null,
  version integer not null,
  name text not null constraint campaigns_name_short check (length(name) between 1 and 100),
  state text not null constraint campaigns_state_known check (state in ('DRAFT', 'ACTIVE', 'PAUSED', 'ENDED')),
  currency text not null constraint campaigns_currency_shape check (currency ~ '^[A-Z]{3}$'),
  budget_minor bigint not null,
  bid_minor bigint not null constraint campaigns_bid_positive check (bid_minor > 0),
  keywords text[] not null,
  category_ids text[] not null,
  countries text[] not null,
  product_ids text[] not null constraint campaigns_products_given check (cardinality(product_ids) > 0),
  -- Null: a click leads to the product.
  landing_url text,
  -- The zone in which the day of the budget begins.
  time_zone text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint campaigns_pkey primary key (company_id, id),
  constraint campaigns_budget_covers_bid check (budget_minor >= bid_minor),
  constraint campaigns_ends_later check (ends_at > starts_at)
);

create index campaigns_active on ads.campaigns (id) where state = 'ACTIVE';
create index campaigns_by_id on ads.campaigns (id);

-- One row for each campaign and day, in the time zone of the campaign. A charge and its limit are one update of this row.
create table ads.days (
  company_id text collate "C" not null,
  campaign_id text collate "C" not null,
  day date not null,
  -- Auctions in which the campaign took part, and places that it won.
  auctions bigint not null,
  places bigint not null,
  clicks bigint not null,
  charged bigint not null,
  marked bigint not null,
  spent_minor bigint not null constraint days_spent_not_negative check (spent_minor >= 0),
  constraint days_pkey primary key (company_id, campaign_id, day)
) with (fillfactor = 80);

-- What decided an auction. The same winners and prices can be computed from `snapshot` again. `company_id` is the viewer's.
create table ads.auctions (
  company_id text collate "C" not null,
  id text collate "C" not null,
  placement text not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  constraint auctions_pkey primary key (id)
);

-- A click on a place of an auction, once. `company_id` is the supplier that pays.
create table ads.clicks (
  company_id text collate "C" not null,
  id text collate "C" not null,
  auction_id text collate "C" not null,
  slot smallint not null,
  campaign_id text collate "C" not null,
  product_id text collate "C" not null,
  -- A keyed digest of the viewer. Null: the integration did not say who looked.
  viewer text,
  verdict text not null constraint clicks_verdict_known check (verdict in ('CHARGED', 'UNFUNDED', 'MARKED')),
  reason text constraint clicks_reason_known
    check (reason in ('OWN_COMPANY', 'ROBOT', 'TOO_MANY_CLICKS', 'SEEN_BEFORE', 'EXPIRED')),
  price_minor bigint not null constraint clicks_price_not_negative check (price_minor >= 0),
  currency text not null,
  -- How often the same place was clicked again. Repeats are never charged.
  repeats integer not null default 0,
  clicked_at timestamptz not null,
  constraint clicks_pkey primary key (auction_id, slot),
  constraint clicks_marked_with_reason check ((verdict = 'MARKED') = (reason is not null)),
  constraint clicks_only_charged_cost check (verdict = 'CHARGED' or price_minor = 0)
);

create index clicks_by_campaign on ads.clicks (company_id, campaign_id, id);
create index clicks_by_viewer on ads.clicks (viewer, clicked_at) where viewer is not null;

-- The choices of a viewer in a company. Serving asks the cache, and the cache is filled from here.
create table ads.viewer_controls (
  company_id text collate "C" not null,
  viewer_id text collate "C" not null,
  opted_out boolean not null,
  hidden_company_ids text[] not null,
  changed_at timestamptz not null,
  constraint viewer_controls_pkey primary key (company_id, viewer_id)
);

-- The choice of a company for all its viewers.
create table ads.company_controls (
  company_id text collate "C" not null,
  sponsored boolean not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint company_controls_pkey primary key (company_id)
);
