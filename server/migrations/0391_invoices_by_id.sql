-- no-transaction
-- Operators read the newest invoices of all companies, where a part of a number finds many.
create index concurrently if not exists documents_by_id on invoices.documents (id);
