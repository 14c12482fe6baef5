-- Where a supplier keeps its goods (docs/adr/0022). What can be sold is the one row of catalog.stock, as before: these say
-- how it was divided over the locations when somebody last counted.

create table catalog.stock_locations (
  id text collate "C" primary key,
  supplier_company_id text collate "C" not null references catalog.suppliers,
  name text not null,
  country text not null,
  -- Days until the goods leave it; null where it is as the product says.
  lead_time_days integer,
  -- What is sold is taken from the smallest first.
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint stock_locations_name_short check (length(name) between 1 and 100),
  constraint stock_locations_name_unique unique (supplier_company_id, name),
  constraint stock_locations_country_shape check (country ~ '^[A-Z]{2}$'),
  constraint stock_locations_lead_time_between check (lead_time_days between 0 and 365),
  constraint stock_locations_position_not_negative check (position >= 0)
);

-- Not what is there now, which follows from it and from catalog.stock: pieces that are sold change no row of this table.
create table catalog.stock_counts (
  product_id text collate "C" not null references catalog.products on delete cascade,
  location_id text collate "C" not null references catalog.stock_locations on delete cascade,
  counted integer not null,
  counted_at timestamptz not null,
  constraint stock_counts_pkey primary key (product_id, location_id),
  constraint stock_counts_counted_not_negative check (counted >= 0)
);

create index stock_counts_by_location on catalog.stock_counts (location_id, product_id);
