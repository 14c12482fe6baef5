-- An operator has the number of an invoice, and neither its buyer nor its supplier.
create index documents_by_number on invoices.documents (number) where number is not null;
