alter table invoices.documents validate constraint documents_state_known;
