-- Images: the picture of each product, and where its source comes from.
create schema images;

-- One row for a product whose picture was asked for, imported or uploaded. `company_id` is the supplier.
create table images.pictures (
  company_id text collate "C" not null,
  product_id text collate "C" not null,
  -- It changes with the content. The addresses of pictures carry it.
  version text not null,
  -- The address at the supplier. Null: the supplier uploaded the picture.
  source_url text,
  state text not null,
  -- The row is the job (platform/leases).
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- REQUEST: somebody waits for the picture. IMPORT: its presets are converted as soon as its source is stored.
  wanted_by text not null default 'REQUEST',
  media_type text,
  bytes bigint,
  -- Why it FAILED, or why the last attempt failed.
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pictures_pkey primary key (company_id, product_id),
  constraint pictures_state_known check (state in ('WAITING', 'FETCHING', 'READY', 'FAILED')),
  constraint pictures_wanted_by_known check (wanted_by in ('REQUEST', 'IMPORT')),
  constraint pictures_uploads_are_ready check (source_url is not null or state = 'READY')
);

create index pictures_due on images.pictures (wanted_by, available_at, product_id) where state = 'WAITING';
create index pictures_leased on images.pictures (lease_until) where state = 'FETCHING';
create index pictures_by_product on images.pictures (product_id);
create index pictures_failed on images.pictures (updated_at) where state = 'FAILED';
create index pictures_after_deaths on images.pictures (product_id) where deaths >= 2;

-- Versions whose files are deleted after a while: pages that are open still show them.
create table images.replaced_versions (
  company_id text collate "C" not null,
  product_id text collate "C" not null,
  version text not null,
  replaced_at timestamptz not null,
  constraint replaced_versions_pkey primary key (company_id, product_id, version)
);

create index replaced_versions_by_time on images.replaced_versions (replaced_at);
