-- Net terms run from each invoice and not from the order: what is not invoiced yet is never overdue. What was promised before
-- keeps the one day that it was promised with.
alter table payments.payments
  -- Days from an invoice to the day on which it is due. Null in those from before: all of it is due on `due_on`.
  add column net_days integer;

alter table payments.debts
  -- As in its payment.
  add column net_days integer,
  -- The day of the first invoice of which something is open; null while nothing that is open was invoiced.
  alter column due_on drop not null;

-- What invoices ask of a debt, and what credit notes take back of which invoice. What was repaid covers the first to fall due,
-- and what is not invoiced yet last.
create table payments.dues (
  company_id text not null,
  payment_id text collate "C" not null,
  -- The invoice, or the credit note that takes something of it back.
  document_id text collate "C" not null,
  invoice_id text collate "C" not null,
  invoice_number text not null constraint dues_number_short check (length(invoice_number) <= 40),
  -- The day of the invoice.
  due_on date not null,
  -- Below nothing for a credit note.
  amount_minor bigint not null,
  primary key (company_id, payment_id, document_id, invoice_id),
  constraint dues_debt foreign key (company_id, payment_id) references payments.debts (company_id, payment_id),
  constraint dues_sign check (amount_minor <> 0 and (amount_minor > 0) = (document_id = invoice_id))
);

create trigger dues_append_only before update or delete on payments.dues
  for each row execute function payments.refuse_change();
