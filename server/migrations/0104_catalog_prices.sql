-- Agreed prices and restricted catalogues: what one company pays, and what it sees (docs/adr/0017).
-- Buyer and supplier both have a part in these rows, so each is named for what it is, and neither is a tenant.

create extension if not exists btree_gist;

create table catalog.price_lists (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references catalog.suppliers,
  name text not null,
  currency text not null,
  valid_from timestamptz not null,
  -- Until this instant and not at it; null without an end.
  valid_until timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint price_lists_name_short check (length(name) between 1 and 200),
  constraint price_lists_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint price_lists_validity_forward check (valid_until > valid_from),
  constraint price_lists_version_positive check (version >= 1)
);

create index price_lists_by_supplier on catalog.price_lists (supplier_company_id, id desc);

-- What one piece of a product costs in the list; from each quantity of the tiers on, what stands beside it.
create table catalog.price_entries (
  price_list_id text collate "C" not null references catalog.price_lists on delete cascade,
  product_id text collate "C" not null references catalog.products on delete cascade,
  unit_price numeric(20, 6) not null,
  tier_quantities integer[] not null,
  tier_prices numeric(20, 6)[] not null,
  constraint price_entries_pkey primary key (price_list_id, product_id),
  constraint price_entries_unit_price_not_negative check (unit_price >= 0),
  constraint price_entries_tiers_paired check (cardinality(tier_quantities) = cardinality(tier_prices))
);

create index price_entries_by_product on catalog.price_entries (product_id);

-- Per cent off the list price of the supplier's products: of a category with all below it, of a brand, or of all.
create table catalog.price_discounts (
  price_list_id text collate "C" not null references catalog.price_lists on delete cascade,
  kind text not null,
  value text not null,
  percent numeric(4, 2) not null,
  constraint price_discounts_pkey primary key (price_list_id, kind, value),
  constraint price_discounts_kind_known check (kind in ('category', 'brand', 'all')),
  constraint price_discounts_percent_between check (percent > 0 and percent < 100)
);

-- Companies that a list holds for without a contract.
create table catalog.price_list_companies (
  price_list_id text collate "C" not null references catalog.price_lists on delete cascade,
  buyer_company_id text collate "C" not null,
  constraint price_list_companies_pkey primary key (price_list_id, buyer_company_id)
);

create index price_list_companies_by_buyer on catalog.price_list_companies (buyer_company_id);

create table catalog.contracts (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references catalog.suppliers,
  buyer_company_id text collate "C" not null,
  -- What both sides call it in their papers.
  reference text not null,
  state text not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contracts_reference_short check (length(reference) between 1 and 100),
  constraint contracts_reference_unique unique (supplier_company_id, reference),
  constraint contracts_state_known check (state in ('DRAFT', 'ACTIVE', 'ENDED')),
  constraint contracts_validity_forward check (valid_until > valid_from),
  constraint contracts_version_positive check (version >= 1),
  -- Two at once between the same two companies would leave open which of them a price comes from.
  constraint contracts_one_at_a_time exclude using gist (
    supplier_company_id with =, buyer_company_id with =, tstzrange(valid_from, valid_until, '[)') with &&
  ) where (state = 'ACTIVE')
);

create index contracts_by_buyer on catalog.contracts (buyer_company_id, id desc);
create index contracts_by_supplier on catalog.contracts (supplier_company_id, id desc);

-- In the order of `place` the first list that has a price for a product decides.
create table catalog.contract_price_lists (
  contract_id text collate "C" not null references catalog.contracts on delete cascade,
  price_list_id text collate "C" not null references catalog.price_lists,
  place integer not null,
  constraint contract_price_lists_pkey primary key (contract_id, place),
  constraint contract_price_lists_once unique (contract_id, price_list_id)
);

create index contract_price_lists_by_list on catalog.contract_price_lists (price_list_id);

-- Which products there are for a company. One of them with `included` rules hides all else, any of them hides what is
-- `excluded`; of several a product has to pass each.
create table catalog.assortments (
  id text collate "C" primary key,
  name text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint assortments_name_short check (length(name) between 1 and 200),
  constraint assortments_version_positive check (version >= 1)
);

create table catalog.assortment_rules (
  assortment_id text collate "C" not null references catalog.assortments on delete cascade,
  effect text not null,
  kind text not null,
  value text collate "C" not null,
  constraint assortment_rules_pkey primary key (assortment_id, effect, kind, value),
  constraint assortment_rules_effect_known check (effect in ('included', 'excluded')),
  constraint assortment_rules_kind_known check (kind in ('supplier', 'category', 'brand', 'product'))
);

create table catalog.assortment_companies (
  assortment_id text collate "C" not null references catalog.assortments on delete cascade,
  buyer_company_id text collate "C" not null,
  constraint assortment_companies_pkey primary key (assortment_id, buyer_company_id)
);

create index assortment_companies_by_buyer on catalog.assortment_companies (buyer_company_id);

-- Moves with every change of what companies pay and see: what a process remembers of it holds for one revision. Each
-- change of a part changes the version of the whole, so that the triggers stand on the wholes alone.
create sequence catalog.terms_revision;

create function catalog.advance_terms_revision() returns trigger language plpgsql as $$
begin
  perform nextval('catalog.terms_revision');
  return null;
end
$$;

create trigger price_lists_advance_terms after insert or update or delete or truncate on catalog.price_lists
  for each statement execute function catalog.advance_terms_revision();
create trigger contracts_advance_terms after insert or update or delete or truncate on catalog.contracts
  for each statement execute function catalog.advance_terms_revision();
create trigger assortments_advance_terms after insert or update or delete or truncate on catalog.assortments
  for each statement execute function catalog.advance_terms_revision();
-- A discount on a category holds for the categories below it, new ones too.
create trigger categories_advance_terms after insert or update or delete or truncate on catalog.categories
  for each statement execute function catalog.advance_terms_revision();
