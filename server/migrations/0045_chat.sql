-- Chat: sessions in which buyers say what they need, and the briefs that grow out of them.
create schema chat;

create table chat.sessions (
  company_id text collate "C" not null,
  id text collate "C" not null,
  -- The person. Nobody else writes here.
  owner_id text not null,
  state text not null
    constraint sessions_state_known check (state in ('OPEN', 'QUEUED_FOR_EXTRACTION', 'EXTRACTING', 'NEEDS_CLARIFICATION',
      'BRIEF_READY', 'FINALIZING', 'FINALIZED', 'FAILED')),
  -- The language of the last message's request. The replies have it.
  locale text not null,
  -- It decides which dollar or crown the buyer means.
  currency text not null,
  brief jsonb not null,
  -- The places in the messages whose values the person has removed. An extraction does not bring them back.
  removals jsonb not null,
  brief_version integer not null constraint sessions_version_positive check (brief_version > 0),
  -- Of the buyer and of the assistant.
  messages integer not null,
  -- Of the buyer's messages.
  characters integer not null,
  -- The questions that the assistant has asked.
  clarifications integer not null,
  -- The last message of the buyer that an extraction has read, and the version of the extraction that read it.
  extracted_message text,
  extraction_version integer,
  -- Events are numbered from 1 without gaps: the row is locked while an event is written.
  last_event integer not null constraint sessions_last_event_positive check (last_event > 0),
  failure_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when it waits for its extraction. A retry does not change it. Null: since it is due.
  queued_at timestamptz,
  confirmed_at timestamptz,
  finalized_at timestamptz,
  -- When operators were told that it is stuck in its state.
  stuck_alerted_at timestamptz,
  -- The row is the job (platform/leases).
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- How often the companion could not be reached for this extraction.
  outages integer not null default 0,
  constraint sessions_pkey primary key (company_id, id),
  constraint sessions_id_unique unique (id),
  constraint sessions_lease_whole check ((lease_token is null) = (lease_until is null)),
  constraint sessions_confirmed_when_final check ((confirmed_at is not null) = (state in ('FINALIZING', 'FINALIZED')))
) with (fillfactor = 70);

create index sessions_queued on chat.sessions (available_at, id) where state = 'QUEUED_FOR_EXTRACTION';
create index sessions_extracting on chat.sessions (lease_until) where state = 'EXTRACTING';
create index sessions_finalizing on chat.sessions (confirmed_at) where state = 'FINALIZING';
create index sessions_by_owner on chat.sessions (company_id, owner_id, id);
create index sessions_by_age on chat.sessions (updated_at);
create index sessions_after_deaths on chat.sessions (id) where deaths >= 2;

create table chat.messages (
  company_id text collate "C" not null,
  session_id text collate "C" not null,
  position integer not null,
  id text collate "C" not null,
  role text not null constraint messages_role_known check (role in ('buyer', 'assistant')),
  text text not null,
  created_at timestamptz not null,
  constraint messages_pkey primary key (company_id, session_id, position),
  constraint messages_of_session foreign key (company_id, session_id)
    references chat.sessions (company_id, id) on delete cascade
);

create table chat.events (
  company_id text collate "C" not null,
  session_id text collate "C" not null,
  event integer not null,
  kind text not null,
  -- As it is sent. json keeps the text, and no query looks into it.
  data json not null,
  constraint events_pkey primary key (company_id, session_id, event),
  constraint events_of_session foreign key (company_id, session_id)
    references chat.sessions (company_id, id) on delete cascade
);

-- The search for each item of a confirmed brief.
create table chat.item_searches (
  company_id text collate "C" not null,
  session_id text collate "C" not null,
  -- The position of the item in the brief.
  item integer not null,
  search_id text collate "C" not null,
  -- How the search ended. Null while it runs.
  search_state text,
  -- The matches in the order of the search: the best first, then its alternatives.
  product_ids text[] not null default '{}',
  constraint item_searches_pkey primary key (company_id, session_id, item),
  constraint item_searches_of_session foreign key (company_id, session_id)
    references chat.sessions (company_id, id) on delete cascade
);

-- A session that waits for its searches. The row ends with the work.
create table chat.finalizations (
  company_id text collate "C" not null,
  session_id text collate "C" not null,
  state text not null constraint finalizations_state_known check (state = 'WAITING'),
  -- The row is the job (platform/leases).
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  -- How often a worker has found searches that still run.
  looks integer not null default 0,
  constraint finalizations_pkey primary key (company_id, session_id),
  constraint finalizations_lease_whole check ((lease_token is null) = (lease_until is null)),
  constraint finalizations_of_session foreign key (company_id, session_id)
    references chat.sessions (company_id, id) on delete cascade
);

create index finalizations_due on chat.finalizations (available_at, session_id) where state = 'WAITING';
create index finalizations_after_deaths on chat.finalizations (session_id) where deaths >= 2;
