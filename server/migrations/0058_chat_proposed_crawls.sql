-- The crawls that a confirmed brief proposes: a person of the company confirms them.
create table chat.proposed_crawls (
  company_id text not null,
  session_id text collate "C" not null,
  crawl_id text collate "C" not null,
  source_name text not null,
  constraint proposed_crawls_pkey primary key (company_id, session_id, crawl_id),
  constraint proposed_crawls_of_session foreign key (company_id, session_id)
    references chat.sessions (company_id, id) on delete cascade
);
