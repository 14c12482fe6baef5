-- The PDF of an issued document. It is rendered once; then its bytes are kept and never change, as the document does not.
create table invoices.pdfs (
  -- The buyer, as in invoices.documents.
  company_id text not null,
  invoice_id text collate "C" not null,
  -- Null while a process renders it, or after a rendering failed.
  content bytea constraint pdfs_content_small check (octet_length(content) <= 10485760),
  sha256 text,
  rendered_at timestamptz,
  attempts integer not null default 0,
  -- The process that renders now. It stores its result only while it holds this token.
  lease_token text,
  lease_until timestamptz,
  -- The first failure since the last success, what it said, and when the next attempt is due.
  failed_at timestamptz,
  error text constraint pdfs_error_short check (length(error) <= 500),
  retry_at timestamptz,
  primary key (company_id, invoice_id),
  -- The bytes live as long as the document: nothing erases either of them.
  foreign key (company_id, invoice_id) references invoices.documents on delete cascade,
  constraint pdfs_content_whole check (num_nonnulls(content, sha256, rendered_at) in (0, 3)),
  constraint pdfs_failure_whole check (num_nonnulls(failed_at, error, retry_at) in (0, 3))
);

-- A PDF is compressed already.
alter table invoices.pdfs alter column content set storage external;

create index pdfs_failing on invoices.pdfs (retry_at) where failed_at is not null;
