-- Searches that are records: what was asked, and every event that was told of it. The record is the job.
create table catalog.searches (
  company_id text not null,
  id text collate "C" not null,
  -- Who asked: the person, or the integration behind a key.
  owner_id text not null,
  state text not null
    constraint searches_state_known check (state in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The filters, as they were checked when the search was made.
  request jsonb not null,
  -- How far each source has come, so that another worker goes on from there.
  sources jsonb not null,
  -- Events are numbered from 1 without a gap: the row is locked while one is written.
  last_event integer not null constraint searches_last_event_positive check (last_event > 0),
  products integer not null constraint searches_products_not_negative check (products >= 0),
  failure_code text,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  ended_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  primary key (company_id, id),
  constraint searches_id_unique unique (id),
  constraint searches_ended_when_over check ((state = 'RUNNING') = (ended_at is null)),
  constraint searches_lease_whole check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 70);

create index searches_due on catalog.searches (available_at, id) where state = 'RUNNING';
create index searches_running_by_company on catalog.searches (company_id) where state = 'RUNNING';
create index searches_ended on catalog.searches (ended_at) where state <> 'RUNNING';

create table catalog.search_events (
  company_id text not null,
  search_id text collate "C" not null,
  event integer not null,
  kind text not null,
  -- How many it tells of.
  products integer not null,
  -- As it is sent: json keeps the text, which nobody asks anything of.
  data json not null,
  primary key (company_id, search_id, event),
  constraint search_events_of_search foreign key (company_id, search_id)
    references catalog.searches (company_id, id) on delete cascade
);

-- Each product once in a search, whoever found it and however often the work was taken over.
create table catalog.search_products (
  company_id text not null,
  search_id text collate "C" not null,
  product_id text collate "C" not null,
  primary key (company_id, search_id, product_id),
  constraint search_products_of_search foreign key (company_id, search_id)
    references catalog.searches (company_id, id) on delete cascade
);
