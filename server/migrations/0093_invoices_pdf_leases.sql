-- The row is the job (platform/leases), so the death of a process over a rendering counts.
alter table invoices.pdfs
  add column state text not null default 'WAITING' constraint pdfs_state_known check (state in ('WAITING', 'RENDERED')),
  add column available_at timestamptz not null default now(),
  add column deaths smallint not null default 0;

update invoices.pdfs
set state = case when content is null then 'WAITING' else 'RENDERED' end, available_at = coalesce(retry_at, now());

create index pdfs_due on invoices.pdfs (available_at, invoice_id) where state = 'WAITING';
create index pdfs_after_deaths on invoices.pdfs (invoice_id) where deaths >= 2;
