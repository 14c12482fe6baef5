-- Catalogue files: what a supplier uploads, where its import stands, and what was wrong with it.
-- `company_id` is the supplier whose products the file names; operators act for any of them.

-- Addresses of pictures and the classes of ETIM, eCl@ss and the like, as the supplier's file says.
alter table catalog.products
  add column image_urls text[] not null default '{}',
  add column classes text[] not null default '{}';

create table catalog.imports (
  company_id text collate "C" not null,
  id text collate "C" not null,
  state text not null,
  -- The row is the job (platform/leases).
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  -- How the file is to be read: format, mapping, delimiter, currency, replace.
  options jsonb not null,
  -- Undefined until the first bytes have been looked at.
  format text,
  bytes_received bigint not null default 0,
  chunks integer not null default 0,
  -- Progress. A worker that takes over reads the file again and passes by so many records.
  records_done bigint not null default 0,
  bytes_read bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  failed bigint not null default 0,
  discontinued bigint not null default 0,
  problems bigint not null default 0,
  -- Records whose article number could not be read: then nobody knows what the file leaves out.
  unnamed bigint not null default 0,
  -- Why it ended as FAILED, and what is to be known of it.
  failure_code text,
  failure jsonb,
  started_by text not null,
  created_at timestamptz not null,
  queued_at timestamptz,
  started_at timestamptz,
  cancel_requested_at timestamptz,
  ended_at timestamptz,
  constraint imports_pkey primary key (company_id, id),
  constraint imports_state_known check (
    state in ('RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED')),
  constraint imports_ended check ((ended_at is null) = (state in ('RECEIVING', 'QUEUED', 'RUNNING')) or state = 'FAILED')
);

create index imports_due on catalog.imports (available_at) where state = 'QUEUED';
create index imports_leased on catalog.imports (lease_until) where state = 'RUNNING';
create index imports_by_id on catalog.imports (id);
-- One at a time for a supplier: two files about one product have no order otherwise.
create unique index imports_one_at_a_time on catalog.imports (company_id) where state in ('QUEUED', 'RUNNING');

-- The file, in the pieces in which it came, until its run has ended.
create table catalog.import_chunks (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  place integer not null,
  bytes bytea not null,
  constraint import_chunks_pkey primary key (company_id, import_id, place),
  constraint import_chunks_import foreign key (company_id, import_id) references catalog.imports on delete cascade
);
alter table catalog.import_chunks alter column bytes set storage external;

-- The article numbers that the file has named: what comes twice is told, what is missing can be discontinued.
create table catalog.import_skus (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  sku text collate "C" not null,
  record bigint not null,
  constraint import_skus_pkey primary key (company_id, import_id, sku),
  constraint import_skus_import foreign key (company_id, import_id) references catalog.imports on delete cascade
);

create table catalog.import_problems (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  -- The first line of the record in the file.
  line bigint not null,
  sku text,
  field text,
  code text not null,
  message text not null,
  -- The record was left out; else it was taken without what is complained about.
  fatal boolean not null,
  constraint import_problems_pkey primary key (company_id, import_id, number),
  constraint import_problems_import foreign key (company_id, import_id) references catalog.imports on delete cascade
);

-- A category is found by its names.
create index categories_by_path on catalog.categories using hash (path_names);
