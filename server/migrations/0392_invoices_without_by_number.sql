-- no-transaction
-- `documents_by_numbers` finds a whole number, too.
drop index concurrently if exists invoices.documents_by_number;
