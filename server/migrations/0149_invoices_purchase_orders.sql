-- A supplier's part of an order as a document. It is written at the first request, and never changes: each change of the order
-- makes another revision.
create table invoices.purchase_orders (
  -- The buyer.
  company_id text not null,
  order_id text collate "C" not null,
  supplier_company_id text collate "C" not null,
  -- How often the part had changed. 0: as it was ordered.
  revision integer not null constraint purchase_orders_revision_not_negative check (revision >= 0),
  -- PO-2026-000123-1
  number text not null,
  content jsonb not null,
  ubl text not null,
  created_at timestamptz not null,
  primary key (company_id, order_id, supplier_company_id, revision)
);

-- Its PDF. The row is the job (platform/leases), as in invoices.pdfs.
create table invoices.purchase_order_pdfs (
  company_id text not null,
  order_id text collate "C" not null,
  supplier_company_id text collate "C" not null,
  revision integer not null,
  state text not null default 'WAITING' constraint purchase_order_pdfs_state_known check (state in ('WAITING', 'RENDERED')),
  available_at timestamptz not null,
  attempts integer not null default 0,
  deaths smallint not null default 0,
  lease_token text,
  lease_until timestamptz,
  content bytea constraint purchase_order_pdfs_content_small check (octet_length(content) <= 10485760),
  sha256 text,
  rendered_at timestamptz,
  -- The first failure since the last success, its message, and when the next attempt is due.
  failed_at timestamptz,
  error text constraint purchase_order_pdfs_error_short check (length(error) <= 500),
  retry_at timestamptz,
  primary key (company_id, order_id, supplier_company_id, revision),
  foreign key (company_id, order_id, supplier_company_id, revision) references invoices.purchase_orders on delete cascade,
  constraint purchase_order_pdfs_content_whole check (num_nonnulls(content, sha256, rendered_at) in (0, 3)),
  constraint purchase_order_pdfs_failure_whole check (num_nonnulls(failed_at, error, retry_at) in (0, 3))
);

-- A PDF is already compressed.
alter table invoices.purchase_order_pdfs alter column content set storage external;

create index purchase_order_pdfs_failing on invoices.purchase_order_pdfs (retry_at) where failed_at is not null;
create index purchase_order_pdfs_due on invoices.purchase_order_pdfs (available_at, order_id) where state = 'WAITING';
create index purchase_order_pdfs_after_deaths on invoices.purchase_order_pdfs (order_id) where deaths >= 2;
