-- XML files of a supplier's own format: how the file of a source may be read, and what an operator has confirmed.
create table crawl.source_mappings (
  company_id text collate "C" not null,
  source_id text collate "C" not null,
  -- Counts each change that an operator sees.
  version integer not null,
  -- The address of the file, after redirects.
  url text not null,
  -- The ways to read the file, the likeliest first: element of a product, paths with samples, proposed fields, first products.
  shapes jsonb not null,
  -- Why the file waits for a mapping, and since when. Null: it does not wait.
  waits_because text,
  waiting_since timestamptz,
  -- The element of a product, the path of each field, and the paths that the file had when they were confirmed.
  confirmed jsonb,
  confirmed_by text,
  confirmed_at timestamptz,
  updated_at timestamptz not null,
  constraint source_mappings_pkey primary key (company_id, source_id),
  constraint source_mappings_waits_known check (waits_because in ('mapping_missing', 'mapping_unfit')),
  constraint source_mappings_waits_since check ((waits_because is null) = (waiting_since is null)),
  constraint source_mappings_confirmed_by_someone check ((confirmed is null) = (confirmed_at is null)),
  constraint source_mappings_of_source foreign key (company_id, source_id)
    references crawl.sources (company_id, id) on delete cascade
);

create index source_mappings_waiting on crawl.source_mappings (waiting_since) where waiting_since is not null;
