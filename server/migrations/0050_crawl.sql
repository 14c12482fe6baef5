-- Crawl: sources outside the catalogue, the runs that read them, and the offers that they found.
create schema crawl;

-- A site, a sitemap or a feed. `company_id` is the company that made it. Everybody sees those of the platform's own company.
create table crawl.sources (
  company_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  kind text not null,
  url text not null,
  -- The supplier whose goods the source offers, where it is a company here.
  supplier_id text collate "C",
  state text not null,
  -- Null: it is read only when somebody asks.
  every_hours integer,
  next_run_at timestamptz,
  -- The number of its last run.
  runs integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sources_pkey primary key (company_id, id),
  constraint sources_kind_known check (kind in ('site', 'sitemap', 'feed')),
  constraint sources_state_known check (state in ('ACTIVE', 'PAUSED', 'DELETED'))
);

create unique index sources_one_per_url on crawl.sources (company_id, url) where state <> 'DELETED';
create index sources_due on crawl.sources (next_run_at) where state = 'ACTIVE' and next_run_at is not null;
create index sources_deleted on crawl.sources (updated_at) where state = 'DELETED';

-- One reading of a source. `company_id` is that of the source.
create table crawl.runs (
  company_id text collate "C" not null,
  id text collate "C" not null,
  source_id text collate "C" not null,
  -- 1 for the first run of the source.
  number integer not null,
  state text not null,
  awaiting_confirmation boolean not null default false,
  -- Who asked. Null: its schedule.
  requested_by text,
  requesting_company_id text collate "C",
  -- What the person who asked is looking for. Only their company reads it.
  query text,
  -- The row is the job (platform/leases). A run that waits for a person is due at the end of time.
  available_at timestamptz not null,
  attempts integer not null default 0,
  deaths smallint not null default 0,
  lease_token text,
  lease_until timestamptz,
  -- How often it was given to the workers, and how often again because its worker was lost.
  dispatches integer not null default 0,
  redispatches integer not null default 0,
  last_event integer not null,
  requests integer not null default 0,
  bytes bigint not null default 0,
  offers integer not null default 0,
  offers_changed integer not null default 0,
  -- Offers that its events show. A feed may have a million, and no stream shows so many.
  offers_shown integer not null default 0,
  -- The limit that ended it early: pages, bytes or time.
  limit_reached text,
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint runs_pkey primary key (company_id, id),
  constraint runs_state_known check (state in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED')),
  constraint runs_of_source foreign key (company_id, source_id) references crawl.sources (company_id, id) on delete cascade
);

create unique index runs_one_live on crawl.runs (company_id, source_id) where state in ('QUEUED', 'RUNNING');
create index runs_due on crawl.runs (available_at, id) where state = 'QUEUED';
create index runs_leased on crawl.runs (lease_until) where state = 'RUNNING';
create index runs_after_deaths on crawl.runs (id) where deaths >= 2;
create index runs_of_source_by_number on crawl.runs (company_id, source_id, number);
create index runs_by_person on crawl.runs (requested_by) where requested_by is not null;
create index runs_by_id on crawl.runs (id);
create index runs_by_state on crawl.runs (state, id);
create index runs_ended on crawl.runs (ended_at) where ended_at is not null;

-- The frontier of a run: one row for each address.
create table crawl.pages (
  company_id text collate "C" not null,
  run_id text collate "C" not null,
  address_hash text collate "C" not null,
  url text not null,
  host text not null,
  kind text not null,
  depth integer not null,
  -- The form of the address. Pages of one form that bring nothing new are left out after a while.
  pattern text not null,
  state text not null,
  -- Why it is in this state.
  reason text,
  available_at timestamptz not null,
  attempts integer not null default 0,
  -- The lease of the run under which it was taken.
  lease_token text,
  status integer,
  bytes bigint,
  offers integer not null default 0,
  took_ms integer,
  fetched_at timestamptz,
  constraint pages_pkey primary key (company_id, run_id, address_hash),
  constraint pages_kind_known check (kind in ('page', 'sitemap', 'feed')),
  constraint pages_state_known check
    (state in ('DISCOVERED', 'LEASED', 'FETCHED', 'UNCHANGED', 'MOVED', 'GONE', 'REFUSED', 'SKIPPED', 'FAILED')),
  constraint pages_of_run foreign key (company_id, run_id) references crawl.runs (company_id, id) on delete cascade
);

create index pages_open on crawl.pages (company_id, run_id, depth) where state in ('DISCOVERED', 'LEASED');

-- How often the pages of one form were read, and how often in a row without a new offer.
create table crawl.patterns (
  company_id text collate "C" not null,
  run_id text collate "C" not null,
  pattern text collate "C" not null,
  pages integer not null,
  since_new integer not null,
  constraint patterns_pkey primary key (company_id, run_id, pattern),
  constraint patterns_of_run foreign key (company_id, run_id) references crawl.runs (company_id, id) on delete cascade
);

-- What is known of an address from the last time that it was read, so that an unchanged page costs little.
create table crawl.documents (
  company_id text collate "C" not null,
  source_id text collate "C" not null,
  address_hash text collate "C" not null,
  kind text not null,
  etag text,
  last_modified text,
  content_hash text not null,
  links text[] not null,
  -- The offers on it. Null for a feed, whose offers name it.
  offer_keys text[],
  checked_at timestamptz not null,
  -- The number of the run that read its present content.
  changed_run integer not null,
  constraint documents_pkey primary key (company_id, source_id, address_hash),
  constraint documents_of_source foreign key (company_id, source_id) references crawl.sources (company_id, id) on delete cascade
);

-- One row for each host, shared by all workers: one request at a time, with a pause after each.
create table crawl.hosts (
  host text collate "C" primary key,
  next_allowed_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  -- RULES: its robots.txt. OPEN: it has none. CLOSED: it could not be read, so nothing may be.
  robots text,
  robots_text text,
  robots_at timestamptz,
  robots_until timestamptz,
  constraint hosts_robots_known check (robots in ('RULES', 'OPEN', 'CLOSED'))
);

-- The events of a run, for its stream.
create table crawl.events (
  company_id text collate "C" not null,
  run_id text collate "C" not null,
  event integer not null,
  kind text not null,
  -- The number of offers in it.
  products integer not null,
  -- As it is sent. json keeps the text, and no query looks into it.
  data json not null,
  constraint events_pkey primary key (company_id, run_id, event),
  constraint events_of_run foreign key (company_id, run_id) references crawl.runs (company_id, id) on delete cascade
);

-- Products that a source offers. Nobody here has confirmed them.
create table crawl.offers (
  company_id text collate "C" not null,
  source_id text collate "C" not null,
  -- What identifies it in its source: its number there, its GTIN, its brand with part number, or its address.
  key text collate "C" not null,
  id text collate "C" not null,
  state text not null,
  name text not null,
  -- Its fields, each with where it was read and how certain that is.
  data jsonb not null,
  gtins text[] not null,
  -- Brand and part number, without spaces, punctuation and case.
  part text collate "C",
  -- The address that it was found on.
  page_url text not null,
  page_hash text collate "C" not null,
  content_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  changed_at timestamptz not null,
  -- The number of the last run that saw it, and how many complete runs have missed it since.
  last_seen_run integer not null,
  misses integer not null default 0,
  vanished_at timestamptz,
  constraint offers_pkey primary key (company_id, source_id, key),
  constraint offers_state_known check (state in ('LISTED', 'VANISHED')),
  constraint offers_of_source foreign key (company_id, source_id) references crawl.sources (company_id, id) on delete cascade
);

create unique index offers_by_id on crawl.offers (company_id, source_id, id);
create index offers_by_gtin on crawl.offers using gin (gtins) where state = 'LISTED';
create index offers_by_part on crawl.offers (part) where part is not null and state = 'LISTED';

-- Too many offers of a source would vanish at once: they stay until an operator decides.
create table crawl.reviews (
  company_id text collate "C" not null,
  id text collate "C" not null,
  source_id text collate "C" not null,
  run_id text collate "C" not null,
  state text not null,
  missing integer not null,
  listed integer not null,
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint reviews_pkey primary key (company_id, id),
  constraint reviews_state_known check (state in ('OPEN', 'ACCEPTED', 'DISMISSED')),
  constraint reviews_of_source foreign key (company_id, source_id) references crawl.sources (company_id, id) on delete cascade
);

create unique index reviews_by_id on crawl.reviews (id);
create unique index reviews_one_open on crawl.reviews (company_id, source_id) where state = 'OPEN';
