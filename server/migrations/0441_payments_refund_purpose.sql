-- What a refund by hand is for: a line of the order, or a supplier's part of it. Only that supplier gets a credit note.
alter table payments.refunds
  add column line_number integer,
  add column supplier_company_id text,
  add constraint refunds_purpose_one check (num_nonnulls(line_number, supplier_company_id) <= 1) not valid;
