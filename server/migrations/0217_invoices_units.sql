-- The unit of the order. Null in older documents.
alter table invoices.documents add column unit_id text;
