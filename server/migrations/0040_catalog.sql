-- What suppliers offer: products, prices, stock, and the tables that search reads.
-- These rows are read by every company. A supplier is named `supplier_company_id`, so that nobody takes them for tenant data.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create schema catalog;

create text search configuration catalog.en_product (copy = pg_catalog.english);
alter text search configuration catalog.en_product
  alter mapping for hword, hword_part, word with unaccent, english_stem;

create table catalog.suppliers (
  id text collate "C" primary key,
  name text not null
);

create table catalog.categories (
  id text collate "C" primary key,
  parent_id text collate "C" references catalog.categories,
  name text not null,
  -- From the root to this one. A product found under a category is found under each of these.
  path_ids text[] not null,
  path_names text[] not null,
  -- What a buyer calls one thing of this kind, in lower case and the singular: `laptop` for notebooks.
  nouns text[] not null,
  constraint categories_path_ends_here check (path_ids[cardinality(path_ids)] = id)
);

create index categories_by_parent on catalog.categories (parent_id);

create table catalog.products (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references catalog.suppliers,
  sku text not null,
  mpn text not null,
  gtins text[] not null,
  name text not null,
  brand text not null,
  description text not null,
  -- [{label, value, kind: text | number | flag, unit?}], in the order they are shown.
  attributes jsonb not null,
  category_id text collate "C" not null references catalog.categories,
  state text not null,
  version integer not null,
  -- UN/ECE Recommendation 20: what one piece of the price is.
  unit text not null,
  moq integer not null,
  multiple integer not null,
  lead_time_days integer not null,
  ship_to text[] not null,
  list_price numeric(20, 6) not null,
  currency text not null,
  -- Price, stock and conditions are made up: part of the catalogue that ships for trying out.
  sample boolean not null,
  released_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_sku_unique unique (supplier_company_id, sku),
  constraint products_state_known check (state in ('ACTIVE', 'DISCONTINUED')),
  constraint products_version_positive check (version >= 1),
  constraint products_moq_positive check (moq >= 1),
  constraint products_multiple_positive check (multiple >= 1),
  constraint products_lead_time_not_negative check (lead_time_days >= 0),
  constraint products_list_price_not_negative check (list_price >= 0),
  constraint products_currency_shape check (currency ~ '^[A-Z]{3}$')
);

create index products_by_category on catalog.products (category_id);

-- From this quantity on the whole line costs this per piece.
create table catalog.price_tiers (
  product_id text collate "C" not null references catalog.products on delete cascade,
  min_quantity integer not null,
  unit_price numeric(20, 6) not null,
  constraint price_tiers_pkey primary key (product_id, min_quantity),
  constraint price_tiers_min_quantity_above_one check (min_quantity > 1),
  constraint price_tiers_unit_price_not_negative check (unit_price >= 0)
);

-- `on_hand` can be sold. A checkout moves pieces to `reserved`, a placed order to `committed`; none is in two places.
create table catalog.stock (
  product_id text collate "C" primary key references catalog.products on delete cascade,
  on_hand integer not null,
  reserved integer not null,
  committed integer not null,
  updated_at timestamptz not null,
  constraint stock_on_hand_not_negative check (on_hand >= 0),
  constraint stock_reserved_not_negative check (reserved >= 0),
  constraint stock_committed_not_negative check (committed >= 0)
) with (fillfactor = 70);

-- The currencies that products are priced in: what a price filter has to convert from.
create table catalog.currencies (
  currency text primary key
);

-- How far a load has come, so that one that was cut off goes on where it stopped.
create table catalog.loads (
  name text primary key,
  lines_done integer not null,
  completed_at timestamptz
);

-- BM25 wants to know how often a lexeme stands in a document, a name counting 4, a brand 2 and other text 1. `ts_rank`
-- reads a vector fast, but counts its own way: the largest weight whole, the first place whole, later ones little. So the
-- number is written as up to two labelled places, from which `ts_rank` with the weights {1/8, 2/8, 4/8, 1} makes a code of
-- 1 to 6, 8, 9, 10 or 12. The last three stand for 12, 16 and 24: `greatest(code, 4 * code - 24)`.
create function catalog.frequencies(vector tsvector) returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(
    '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':' ||
    (array['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A', '1C,2A',
      '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'])[least(
      (select sum(case weight when 'A' then 4 when 'B' then 2 else 1 end) from unnest(u.weights) as weight), 20)],
    ' '), '')::tsvector
  from unnest(vector) as u
$$;

-- One row for each product on sale: what can be searched, and a copy of what can be filtered by, so that every filter
-- is applied before candidates are cut off.
create table catalog.search_documents (
  product_id text collate "C" primary key references catalog.products on delete cascade,
  supplier_company_id text collate "C" not null,
  brand text not null,
  category_ids text[] not null,
  ship_to text[] not null,
  -- `label=value` of the attributes that are worth narrowing by.
  traits text[] not null,
  price numeric(20, 6) not null,
  currency text not null,
  released_on date not null,
  -- The name as it sorts: lower case, without accents.
  name_key text collate "C" not null,
  -- Positions in `tsv`, for the length norm of BM25.
  length real not null,
  -- Every lexeme with its places and weights: finds documents, and phrases in them.
  tsv tsvector not null,
  -- The same lexemes, each with its weighted frequency in place of its places: see `catalog.frequencies`.
  frequencies tsvector not null
) with (toast_tuple_target = 8160);

-- Uncompressed and in the row where they fit: ranking opens them for every candidate.
alter table catalog.search_documents alter column tsv set storage external;
alter table catalog.search_documents alter column frequencies set storage external;

create index search_documents_tsv on catalog.search_documents using gin (tsv) with (fastupdate = off);
create index search_documents_by_release on catalog.search_documents (released_on desc, product_id desc);
create index search_documents_by_name on catalog.search_documents (name_key, product_id);
create index search_documents_by_price on catalog.search_documents (price, product_id);
create index search_documents_by_brand on catalog.search_documents (brand);
create index search_documents_by_category on catalog.search_documents using gin (category_ids);

-- Part numbers, article numbers and GTINs, in lower case and without separators.
create table catalog.search_identifiers (
  product_id text collate "C" not null references catalog.products on delete cascade,
  kind text not null,
  value text collate "C" not null,
  constraint search_identifiers_pkey primary key (product_id, kind, value),
  constraint search_identifiers_kind_known check (kind in ('mpn', 'sku', 'gtin'))
);

create index search_identifiers_by_value on catalog.search_identifiers (value, product_id);
create index search_identifiers_near on catalog.search_identifiers using gin (value gin_trgm_ops);

-- Statistics of the documents, refreshed after a load. A word they do not know yet counts as rare.
create table catalog.search_terms (
  lexeme text collate "C" primary key,
  documents integer not null
);

create table catalog.search_words (
  word text collate "C" primary key,
  documents integer not null
);

create index search_words_near on catalog.search_words using gin (word gin_trgm_ops);

create table catalog.search_totals (
  name text primary key constraint search_totals_is_one check (name = 'documents'),
  documents integer not null,
  average_length real not null,
  refreshed_at timestamptz
);
insert into catalog.search_totals (name, documents, average_length, refreshed_at) values ('documents', 0, 1, null);

-- Moves with every change of the documents: what a process remembers of a search holds for one revision. A sequence and
-- not a row, so that writers do not wait for each other.
create sequence catalog.search_revision;

create function catalog.advance_search_revision() returns trigger language plpgsql as $$
begin
  perform nextval('catalog.search_revision');
  return null;
end
$$;

create trigger search_documents_advance_revision
  after insert or update or delete or truncate on catalog.search_documents
  for each statement execute function catalog.advance_search_revision();
