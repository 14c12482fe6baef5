-- Invoices and credit notes: what a supplier has delivered and what of it came back, as documents that never change.
create schema invoices;

create table invoices.documents (
  -- The buyer. The supplier has a column of its own.
  company_id text not null references identity.companies,
  id text collate "C" not null,
  supplier_company_id text not null references identity.companies,
  order_id text not null,
  -- The person who placed the order.
  ordered_by text not null,
  kind text not null constraint documents_kind_known check (kind in ('INVOICE', 'CREDIT_NOTE')),
  -- The shipment or the return that it is about: one document for each.
  source_id text not null,
  -- WAITING: the supplier has not said yet what the law wants to read, such as its VAT id.
  state text not null constraint documents_state_known check (state in ('WAITING', 'ISSUED')),
  -- Of the supplier's own, without gaps: taken in the transaction that issues.
  number text constraint documents_number_short check (length(number) <= 40),
  issued_on date,
  due_on date,
  currency text not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  -- All of it, as it was issued: parties, lines, breakdown.
  content jsonb not null,
  created_at timestamptz not null,
  issued_at timestamptz,
  primary key (company_id, id),
  constraint documents_once unique (company_id, order_id, kind, source_id),
  constraint documents_number_unique unique (supplier_company_id, number),
  constraint documents_issued_whole
    check (num_nonnulls(number, issued_on, issued_at) = case state when 'ISSUED' then 3 else 0 end),
  constraint documents_add_up check (total_minor = net_minor + tax_minor and net_minor >= 0 and tax_minor >= 0)
);

create index documents_by_company on invoices.documents (company_id, id desc);
create index documents_by_supplier on invoices.documents (supplier_company_id, id desc);
create index documents_waiting on invoices.documents (supplier_company_id) where state = 'WAITING';

-- How far each supplier's numbers are, in each year.
create table invoices.counters (
  supplier_company_id text not null references identity.companies,
  kind text not null,
  year integer not null,
  last integer not null constraint counters_last_positive check (last > 0),
  primary key (supplier_company_id, kind, year)
);

-- Pieces of each line that stand on documents already, and pieces whose money went back: parts always add up to the whole.
create table invoices.lines (
  company_id text not null,
  order_id text not null,
  line_number integer not null,
  invoiced_quantity integer not null default 0,
  credited_quantity integer not null default 0,
  primary key (company_id, order_id, line_number),
  constraint lines_not_negative check (invoiced_quantity >= 0 and credited_quantity >= 0)
);

-- Steps of an order that were read from the event log: each counts once, however often it is read.
create table invoices.steps (
  company_id text not null,
  order_id text not null,
  order_version integer not null,
  primary key (company_id, order_id, order_version)
);
