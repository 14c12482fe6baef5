-- When the database wrote the last change of a document: `updatedAfter` of the list reads it, of its buyer and its supplier.
alter table invoices.documents add column written_at timestamptz not null default now();
alter table invoices.documents alter column written_at set default clock_timestamp();
create index documents_by_change on invoices.documents (company_id, written_at, id);
create index documents_by_suppliers_change on invoices.documents (supplier_company_id, written_at, id);
create trigger documents_written before update on invoices.documents
  for each row execute function platform.stamp_written();
