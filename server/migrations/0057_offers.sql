-- Offers: requests for offers of products that sources outside the catalogue show, and the answers of those who sell them.
create schema offers;

-- `company_id` is the company that asks.
create table offers.requests (
  company_id text collate "C" not null,
  id text collate "C" not null,
  state text not null,
  version integer not null,
  -- The company that answers. Null: operators do.
  supplier_company_id text collate "C",
  -- The known product that is the same article.
  product_id text collate "C",
  offer_id text collate "C" not null,
  -- The external offer as it was when somebody requested it.
  offer jsonb not null,
  quantity integer not null,
  -- Where the goods go.
  country text not null,
  note text,
  requested_by text,
  created_at timestamptz not null,
  -- Until somebody must have answered, or until the confirmed price ends. Null: it is over.
  expires_at timestamptz,
  answered_by text,
  answered_at timestamptz,
  unit_price numeric(20, 6),
  currency text,
  valid_until timestamptz,
  lead_time_days integer,
  reason text,
  -- The product that the company can order at the confirmed price, and the price list that shows it.
  order_product_id text collate "C",
  price_list_id text collate "C",
  constraint requests_pkey primary key (company_id, id),
  constraint requests_state_known check (state in ('REQUESTED', 'CONFIRMED', 'DECLINED', 'EXPIRED')),
  constraint requests_quantity_between check (quantity between 1 and 1000000),
  constraint requests_answered_whole check (state <> 'CONFIRMED' or
    (unit_price is not null and currency is not null and valid_until is not null and order_product_id is not null))
);

create unique index requests_by_id on offers.requests (id);
create unique index requests_one_open on offers.requests (company_id, offer_id) where state = 'REQUESTED';
create index requests_by_supplier on offers.requests (supplier_company_id, id desc);
create index requests_due on offers.requests (expires_at) where expires_at is not null;
create index requests_by_person on offers.requests (requested_by) where requested_by is not null;
