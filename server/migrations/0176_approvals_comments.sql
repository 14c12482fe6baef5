-- What people say about an approval request without deciding it.
create table approvals.comments (
  company_id text not null,
  id text collate "C" not null,
  request_id text collate "C" not null,
  author_id text not null,
  -- Null: the author was erased.
  text text constraint comments_text_short check (length(text) between 1 and 1000),
  written_at timestamptz not null,
  -- The number of mails, once they are written. 0 if the company had written too many in the last hour.
  mails integer constraint comments_mails_counted check (mails >= 0),
  constraint comments_pkey primary key (company_id, id),
  constraint comments_request foreign key (company_id, request_id) references approvals.requests (company_id, id)
);

create index comments_by_request on approvals.comments (company_id, request_id, id);
create index comments_by_author on approvals.comments (company_id, author_id, id desc);
create index comments_by_company on approvals.comments (company_id, written_at);
create index comments_newest on approvals.comments (written_at);
