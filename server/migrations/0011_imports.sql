-- Imports: the catalogue files that suppliers upload, how far each import has come, and the problems in a file.
create schema imports;

-- `company_id` is the supplier of the products in the file. Operators may import for each supplier.
create table imports.imports (
  company_id text collate "C" not null,
  id text collate "C" not null,
  state text not null,
  -- The row is the job (platform/leases).
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- How to read the file: format, mapping, delimiter, currency, replace.
  options jsonb not null,
  -- Null until the first bytes were read.
  format text,
  bytes_received bigint not null default 0,
  chunks integer not null default 0,
  -- The progress. A worker that takes over reads the file again, and skips this number of records.
  records_done bigint not null default 0,
  bytes_read bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  failed bigint not null default 0,
  discontinued bigint not null default 0,
  problems bigint not null default 0,
  -- Records whose article number could not be read. With one of them nobody knows what the file leaves out.
  unnamed bigint not null default 0,
  -- Why it FAILED, and the details.
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

create index imports_due on imports.imports (available_at) where state = 'QUEUED';
create index imports_leased on imports.imports (lease_until) where state = 'RUNNING';
create index imports_by_id on imports.imports (id);
create index imports_after_deaths on imports.imports (id) where deaths >= 2;
-- One at a time for a supplier: two files about one product would have no order.
create unique index imports_one_at_a_time on imports.imports (company_id) where state in ('QUEUED', 'RUNNING');

-- The file, in the chunks in which it arrived. They stay until the run has ended.
create table imports.chunks (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  place integer not null,
  bytes bytea not null,
  constraint chunks_pkey primary key (company_id, import_id, place),
  constraint chunks_import foreign key (company_id, import_id) references imports.imports on delete cascade
);

-- Uncompressed: a chunk is written once and read once.
alter table imports.chunks alter column bytes set storage external;

-- The article numbers in the file. A number that comes twice is a problem, and a missing product can be discontinued.
-- An import writes them while it locks its own row, so there is no foreign key.
create table imports.skus (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  sku text collate "C" not null,
  record bigint not null,
  constraint skus_pkey primary key (company_id, import_id, sku)
);

create function imports.remove_skus_of_imports() returns trigger language plpgsql as $$
begin
  delete from imports.skus s using gone where s.company_id = gone.company_id and s.import_id = gone.id;
  return null;
end
$$;

create trigger imports_remove_skus
  after delete on imports.imports referencing old table as gone
  for each statement execute function imports.remove_skus_of_imports();

create table imports.problems (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  -- The first line of the record in the file.
  line bigint not null,
  sku text,
  field text,
  code text not null,
  message text not null,
  -- The record was left out. Otherwise it was imported without the faulty part.
  fatal boolean not null,
  constraint problems_pkey primary key (company_id, import_id, number),
  constraint problems_import foreign key (company_id, import_id) references imports.imports on delete cascade
);

-- How far a load of the sample catalogue has come, so that a load that was interrupted continues there.
create table imports.loads (
  name text primary key,
  lines_done integer not null,
  completed_at timestamptz
);
