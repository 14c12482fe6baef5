-- Products: what suppliers offer, with categories, stock, list prices, agreements and assortments.
-- Every company reads these rows. A supplier is `supplier_company_id` and a buyer is `buyer_company_id`, so that nobody
-- takes a row for the data of one tenant.
create schema products;

create table products.suppliers (
  id text collate "C" primary key,
  name text not null,
  -- The company is closed: nobody finds or buys its products until it is opened again.
  closed_at timestamptz
);

create index suppliers_closed on products.suppliers (id) where closed_at is not null;

-- The things of a category, whatever the kind is called: a laser printer is a printer, a projector lamp is a lamp. The
-- result has each noun and all of its endings, up to the first word that says what the thing is for.
create function products.heads_of(nouns text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct head order by head), '{}') from (
    select unnest(nouns) as head
    union all
    select array_to_string(words[at:], ' ')
    from unnest(nouns) as noun
    cross join lateral string_to_array(
      regexp_replace(noun, ' (?:for|of|with|für|von|mit|pour|de|avec|à) .*$', ''), ' ') as words
    cross join lateral generate_subscripts(words, 1) as at
  ) as heads
$$;

create table products.categories (
  id text collate "C" primary key,
  parent_id text collate "C" references products.categories,
  name text not null,
  -- From the root to this category. A product of a category is found under each of them.
  path_ids text[] not null,
  path_names text[] not null,
  -- What a buyer calls one thing of this kind, in lower case and the singular: `laptop` for notebooks.
  nouns text[] not null,
  heads text[] not null generated always as (products.heads_of(nouns)) stored,
  -- Null: the standard rate.
  tax_class text
    constraint categories_tax_class_known
    check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking', 'zero', 'exempt')),
  constraint categories_path_ends_here check (path_ids[cardinality(path_ids)] = id)
);

create index categories_by_parent on products.categories (parent_id);
-- An import finds a category by its names.
create index categories_by_path on products.categories using hash (path_names);
-- Each search asks which of many categories its words call for.
create index categories_by_noun on products.categories using gin (nouns);
create index categories_by_head on products.categories using gin (heads);

create table products.products (
  id text collate "C" primary key,
  -- Triggers check the supplier and the category, once for all rows of a statement: see below.
  supplier_company_id text collate "C" not null,
  category_id text collate "C" not null,
  state text not null,
  version integer not null,
  sku text not null,
  mpn text not null,
  gtins text[] not null,
  name text not null,
  brand text not null,
  description text not null,
  -- The language of the texts.
  language text not null default 'en'
    constraint products_language_shape check (language ~ '^[a-z]{2}$'),
  -- [{label, value, kind: text | number | flag, unit?}], in the order of the page.
  attributes jsonb not null,
  image_urls text[] not null default '{}',
  -- Classes of ETIM, eCl@ss and the like, as the supplier states them.
  classes text[] not null default '{}',
  -- UN/ECE Recommendation 20: the unit of the price.
  unit text not null,
  -- Pieces in one unit, for example in a box.
  contents numeric(15, 6) constraint products_contents_positive check (contents > 0),
  -- The list price and the prices of the tiers are for this number of units, as the supplier states them.
  per_quantity integer not null default 1
    constraint products_per_quantity_limited check (per_quantity between 1 and 1000000),
  list_price numeric(20, 6) not null,
  currency text not null,
  moq integer not null,
  multiple integer not null,
  lead_time_days integer not null,
  ship_to text[] not null,
  -- Null: the tax class of the category.
  tax_class text
    constraint products_tax_class_known
    check (tax_class in ('standard', 'reduced', 'reduced_low', 'super_reduced', 'parking', 'zero', 'exempt')),
  -- Price, stock and conditions are invented: a product of the sample catalogue.
  sample boolean not null,
  released_on date not null,
  -- A digest of what the file of the last import said, and the version that it wrote. If the product still has that
  -- version and a file says the same again, the import need not read the product.
  import_digest text,
  import_version integer,
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
)
-- Only rows that do not fit into a page are compressed. At the usual 2 kB each page that shows a product would have to
-- decompress its attributes.
with (toast_tuple_target = 8160);

create index products_by_category on products.products (category_id);

-- The references of products are checked once for all rows of a statement. Foreign keys look up each row, which was a
-- tenth of the work of an import. As with a foreign key, the referenced rows are locked until the commit, and nobody can
-- delete them while products use them.
create function products.hold_references_of_products() returns trigger language plpgsql as $$
declare
  wanted bigint;
  held bigint;
begin
  select count(distinct category_id) into wanted from written;
  with known as (
    select id from products.categories where id in (select category_id from written) for key share
  )
  select count(*) into held from known;
  if held < wanted then
    raise foreign_key_violation using message = 'a product names a category that is not there',
      constraint = 'products_category_exists', schema = 'products', table = 'products';
  end if;
  select count(distinct supplier_company_id) into wanted from written;
  with known as (
    select id from products.suppliers where id in (select supplier_company_id from written) for key share
  )
  select count(*) into held from known;
  if held < wanted then
    raise foreign_key_violation using message = 'a product names a supplier that is not there',
      constraint = 'products_supplier_exists', schema = 'products', table = 'products';
  end if;
  return null;
end
$$;

create function products.hold_references_of_product() returns trigger language plpgsql as $$
begin
  perform from products.categories where id = new.category_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a product names a category that is not there',
      constraint = 'products_category_exists', schema = 'products', table = 'products';
  end if;
  perform from products.suppliers where id = new.supplier_company_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a product names a supplier that is not there',
      constraint = 'products_supplier_exists', schema = 'products', table = 'products';
  end if;
  return null;
end
$$;

create trigger products_hold_references after insert on products.products
  referencing new table as written
  for each statement execute function products.hold_references_of_products();
-- For each row, because few statements change a reference, and then of few products.
create trigger products_hold_changed_references after update on products.products
  for each row when (old.category_id <> new.category_id or old.supplier_company_id <> new.supplier_company_id)
  execute function products.hold_references_of_product();

create function products.keep_used_category() returns trigger language plpgsql as $$
begin
  if exists (select from products.products where category_id = old.id) then
    raise foreign_key_violation using message = 'a category has products',
      constraint = 'products_category_exists', schema = 'products', table = 'products';
  end if;
  return null;
end
$$;

create function products.keep_used_supplier() returns trigger language plpgsql as $$
begin
  if exists (select from products.products where supplier_company_id = old.id) then
    raise foreign_key_violation using message = 'a supplier has products',
      constraint = 'products_supplier_exists', schema = 'products', table = 'products';
  end if;
  return null;
end
$$;

create trigger categories_keep_used after delete or update of id on products.categories
  for each row execute function products.keep_used_category();
create trigger suppliers_keep_used after delete or update of id on products.suppliers
  for each row execute function products.keep_used_supplier();

-- From this quantity on, the whole line has this price.
create table products.price_tiers (
  product_id text collate "C" not null references products.products on delete cascade,
  min_quantity integer not null,
  unit_price numeric(20, 6) not null,
  constraint price_tiers_pkey primary key (product_id, min_quantity),
  constraint price_tiers_min_quantity_above_one check (min_quantity > 1),
  constraint price_tiers_unit_price_not_negative check (unit_price >= 0)
);

-- The currencies of the products. A price filter converts from each of them.
create table products.currencies (
  currency text primary key
);

-- The article numbers that another number has replaced, as the files of suppliers say. A search for the old number finds
-- the new one. Neither article need exist here.
create table products.superseded (
  supplier_company_id text not null,
  sku text not null,
  successor_sku text not null,
  -- The numbers of the old article, in the form in which identifiers are compared: sku, mpn, GTINs.
  numbers text[] not null,
  primary key (supplier_company_id, sku),
  constraint superseded_by_another check (sku <> successor_sku)
);

create index superseded_by_number on products.superseded using gin (numbers);

-- `on_hand` can be sold. A checkout moves pieces to `reserved`, an order moves them to `committed`. No piece is in two
-- columns. The transaction that makes a product also writes its stock, so there is no foreign key.
create table products.stock (
  product_id text collate "C" primary key,
  on_hand integer not null,
  reserved integer not null default 0,
  -- Sold and not taken back, shipped or not. Sold and not yet shipped is this minus the shipped pieces of the order lines.
  committed integer not null default 0,
  updated_at timestamptz not null,
  constraint stock_on_hand_not_negative check (on_hand >= 0),
  constraint stock_reserved_not_negative check (reserved >= 0),
  constraint stock_committed_not_negative check (committed >= 0)
) with (fillfactor = 70);

create function products.remove_stock_of_products() returns trigger language plpgsql as $$
begin
  delete from products.stock s using gone where s.product_id = gone.id;
  return null;
end
$$;

create trigger products_remove_stock
  after delete on products.products referencing old table as gone
  for each statement execute function products.remove_stock_of_products();

-- Where a supplier keeps its goods (ADR 22).
create table products.stock_locations (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references products.suppliers,
  name text not null,
  country text not null,
  -- Days until goods leave the location. Null: as the product says.
  lead_time_days integer,
  -- The location with the smallest position sells first.
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint stock_locations_name_short check (length(name) between 1 and 100),
  constraint stock_locations_name_unique unique (supplier_company_id, name),
  constraint stock_locations_country_shape check (country ~ '^[A-Z]{2}$'),
  constraint stock_locations_lead_time_between check (lead_time_days between 0 and 365),
  constraint stock_locations_position_not_negative check (position >= 0)
);

-- How the stock was divided over the locations at the last count. The present division follows from it and from
-- products.stock: a sale changes no row of this table.
create table products.stock_counts (
  product_id text collate "C" not null references products.products on delete cascade,
  location_id text collate "C" not null references products.stock_locations on delete cascade,
  counted integer not null,
  counted_at timestamptz not null,
  constraint stock_counts_pkey primary key (product_id, location_id),
  constraint stock_counts_counted_not_negative check (counted >= 0)
);

create index stock_counts_by_location on products.stock_counts (location_id, product_id);

-- Agreed prices and assortments: what one company pays, and what it sees (ADR 17).
create table products.price_lists (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references products.suppliers,
  name text not null,
  currency text not null,
  valid_from timestamptz not null,
  -- Until this instant, which is not included. Null: without an end.
  valid_until timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint price_lists_name_short check (length(name) between 1 and 200),
  constraint price_lists_currency_shape check (currency ~ '^[A-Z]{3}$'),
  constraint price_lists_validity_forward check (valid_until > valid_from),
  constraint price_lists_version_positive check (version >= 1)
);

create index price_lists_by_supplier on products.price_lists (supplier_company_id, id desc);

-- The price of one piece in the list. From each quantity of the tiers on, the price beside it.
create table products.price_entries (
  price_list_id text collate "C" not null references products.price_lists on delete cascade,
  product_id text collate "C" not null references products.products on delete cascade,
  unit_price numeric(20, 6) not null,
  tier_quantities integer[] not null,
  tier_prices numeric(20, 6)[] not null,
  constraint price_entries_pkey primary key (price_list_id, product_id),
  constraint price_entries_unit_price_not_negative check (unit_price >= 0),
  constraint price_entries_tiers_paired check (cardinality(tier_quantities) = cardinality(tier_prices))
);

-- With many lists a product has many entries. Whichever of the two indexes the planner chooses, it finds one at once.
create index price_entries_of_product on products.price_entries (product_id, price_list_id);

-- Per cent off the list prices of the supplier: of a category with all below it, of a brand, or of all products.
create table products.price_discounts (
  price_list_id text collate "C" not null references products.price_lists on delete cascade,
  kind text not null,
  value text not null,
  percent numeric(4, 2) not null,
  constraint price_discounts_pkey primary key (price_list_id, kind, value),
  constraint price_discounts_kind_known check (kind in ('category', 'brand', 'all')),
  constraint price_discounts_percent_between check (percent > 0 and percent < 100)
);

-- The companies that a list is for without a contract.
create table products.price_list_companies (
  price_list_id text collate "C" not null references products.price_lists on delete cascade,
  buyer_company_id text collate "C" not null,
  constraint price_list_companies_pkey primary key (price_list_id, buyer_company_id)
);

create index price_list_companies_by_buyer on products.price_list_companies (buyer_company_id);

create table products.contracts (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references products.suppliers,
  buyer_company_id text collate "C" not null,
  -- The name of the contract in the papers of both companies.
  reference text not null,
  state text not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  -- What the contract takes off an order, by the value of the goods (docs/totals.md). Null: nothing.
  order_discounts jsonb
    constraint contracts_order_discounts_object check (jsonb_typeof(order_discounts) = 'object'),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contracts_reference_short check (length(reference) between 1 and 100),
  constraint contracts_reference_unique unique (supplier_company_id, reference),
  constraint contracts_state_known check (state in ('DRAFT', 'ACTIVE', 'ENDED')),
  constraint contracts_validity_forward check (valid_until > valid_from),
  constraint contracts_version_positive check (version >= 1),
  -- With two active contracts of the same two companies it would be open which of them sets a price.
  constraint contracts_one_at_a_time exclude using gist (
    supplier_company_id with =, buyer_company_id with =, tstzrange(valid_from, valid_until, '[)') with &&
  ) where (state = 'ACTIVE')
);

create index contracts_by_buyer on products.contracts (buyer_company_id, id desc);
create index contracts_by_supplier on products.contracts (supplier_company_id, id desc);

-- In the order of `place`, the first list that has a price for a product decides.
create table products.contract_price_lists (
  contract_id text collate "C" not null references products.contracts on delete cascade,
  price_list_id text collate "C" not null references products.price_lists,
  place integer not null,
  constraint contract_price_lists_pkey primary key (contract_id, place),
  constraint contract_price_lists_once unique (contract_id, price_list_id)
);

create index contract_price_lists_by_list on products.contract_price_lists (price_list_id);

-- Which products a company sees. An assortment with `included` rules hides everything else. Every assortment hides what
-- is `excluded`. With several assortments a product must pass each of them.
create table products.assortments (
  id text collate "C" primary key,
  name text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint assortments_name_short check (length(name) between 1 and 200),
  constraint assortments_version_positive check (version >= 1)
);

create table products.assortment_rules (
  assortment_id text collate "C" not null references products.assortments on delete cascade,
  effect text not null,
  kind text not null,
  value text collate "C" not null,
  constraint assortment_rules_pkey primary key (assortment_id, effect, kind, value),
  constraint assortment_rules_effect_known check (effect in ('included', 'excluded')),
  constraint assortment_rules_kind_known check (kind in ('supplier', 'category', 'brand', 'product'))
);

create table products.assortment_companies (
  assortment_id text collate "C" not null references products.assortments on delete cascade,
  buyer_company_id text collate "C" not null,
  constraint assortment_companies_pkey primary key (assortment_id, buyer_company_id)
);

create index assortment_companies_by_buyer on products.assortment_companies (buyer_company_id);

-- What changed, and in which transaction. A process checks with one short statement whether its caches are still true,
-- exactly, whatever commits in the meantime (ADR 23).
create table products.changes (
  xid xid8 not null default pg_current_xact_id(),
  -- The id of a product, `everything` for more than a few products, `documents` for what searches find, `kinds` for new
  -- categories and new counts of them, `terms` for agreements and assortments.
  what text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  constraint changes_pkey primary key (xid, what)
);

create index changes_by_time on products.changes (at);

create function products.note_change() returns trigger language plpgsql as $$
begin
  insert into products.changes (what) values (tg_argv[0]) on conflict do nothing;
  return null;
end
$$;

-- For tables with at least one row for each product. The argument is the column with the id of the product.
create function products.note_changed_products() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) as first_ones) > 50 then
    insert into products.changes (what) values ('everything') on conflict do nothing;
  elsif tg_argv[0] = 'id' then
    insert into products.changes (what) select id from changed on conflict do nothing;
  else
    insert into products.changes (what) select distinct product_id from changed on conflict do nothing;
  end if;
  return null;
end
$$;

-- Only what can be sold counts: nobody sees that reserved pieces become committed.
create function products.note_changed_stock() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) as first_ones) > 50 then
    insert into products.changes (what) values ('everything') on conflict do nothing;
  else
    insert into products.changes (what)
    select n.product_id from changed n join former f using (product_id) where n.on_hand <> f.on_hand
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- A new product is in no cache. Its prices and stock may come later.
create trigger products_note_update after update on products.products
  referencing new table as changed for each statement execute function products.note_changed_products('id');
create trigger products_note_delete after delete on products.products
  referencing old table as changed for each statement execute function products.note_changed_products('id');
create trigger products_note_truncate after truncate on products.products
  for each statement execute function products.note_change('everything');

create trigger price_tiers_note_insert after insert on products.price_tiers
  referencing new table as changed for each statement execute function products.note_changed_products('product_id');
create trigger price_tiers_note_update after update on products.price_tiers
  referencing new table as changed for each statement execute function products.note_changed_products('product_id');
create trigger price_tiers_note_delete after delete on products.price_tiers
  referencing old table as changed for each statement execute function products.note_changed_products('product_id');

create trigger stock_note_insert after insert on products.stock
  referencing new table as changed for each statement execute function products.note_changed_products('product_id');
create trigger stock_note_update after update on products.stock
  referencing new table as changed old table as former for each statement execute function products.note_changed_stock();
create trigger stock_note_delete after delete on products.stock
  referencing old table as changed for each statement execute function products.note_changed_products('product_id');
create trigger stock_note_truncate after truncate on products.stock
  for each statement execute function products.note_change('everything');

create trigger stock_counts_note_insert after insert on products.stock_counts
  referencing new table as changed for each statement execute function products.note_changed_products('product_id');
create trigger stock_counts_note_update after update on products.stock_counts
  referencing new table as changed for each statement execute function products.note_changed_products('product_id');
create trigger stock_counts_note_delete after delete on products.stock_counts
  referencing old table as changed for each statement execute function products.note_changed_products('product_id');

create trigger stock_locations_note after insert or update or delete or truncate on products.stock_locations
  for each statement execute function products.note_change('everything');
create trigger suppliers_note after update or delete or truncate on products.suppliers
  for each statement execute function products.note_change('everything');
create trigger categories_note after update or delete or truncate on products.categories
  for each statement execute function products.note_change('everything');
-- A process keeps the names of the categories, and reads them again after this.
create trigger categories_note_insert after insert on products.categories
  for each statement execute function products.note_change('kinds');
-- Searches keep the successors of article numbers.
create trigger superseded_note after insert or update or delete or truncate on products.superseded
  for each statement execute function products.note_change('everything');

-- Increases with each change of what companies pay and see. What a process keeps of it is true for one revision. A
-- sequence and not a row, so that writers do not wait for each other.
create sequence products.terms_revision;
-- A sequence shows the value 1 before its first use and after it. From here on each use shows.
select setval('products.terms_revision', 1);

-- The revision increases before its transaction commits: whoever reads between the two has old terms and the new
-- revision. A row of products.changes appears with the commit. Quotes compare those rows, so they miss no agreement.
create function products.advance_terms_revision() returns trigger language plpgsql as $$
begin
  perform nextval('products.terms_revision');
  insert into products.changes (what) values ('terms') on conflict do nothing;
  return null;
end
$$;

-- A change of a part changes the version of the whole. So only the wholes have a trigger.
create trigger price_lists_advance_terms after insert or update or delete or truncate on products.price_lists
  for each statement execute function products.advance_terms_revision();
create trigger contracts_advance_terms after insert or update or delete or truncate on products.contracts
  for each statement execute function products.advance_terms_revision();
create trigger assortments_advance_terms after insert or update or delete or truncate on products.assortments
  for each statement execute function products.advance_terms_revision();
-- A discount on a category is also for the categories below it, including new ones.
create trigger categories_advance_terms after insert or update or delete or truncate on products.categories
  for each statement execute function products.advance_terms_revision();
-- A closed supplier changes what every company sees.
create trigger suppliers_advance_terms after update of closed_at on products.suppliers
  for each statement execute function products.advance_terms_revision();
