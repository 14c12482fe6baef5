-- no-transaction
-- People search invoices by a part of a number: that of the document, of its purchase order, or the PO number of the buyer.
create index concurrently if not exists documents_by_numbers on invoices.documents using gin (
  lower(coalesce(number, '') || ' ' || coalesce(content ->> 'orderNumber', '') || ' ' || coalesce(content ->> 'poNumber', '')) gin_trgm_ops);
