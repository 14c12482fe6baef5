-- Invoices and credit notes: what a supplier has shipped, and what came back. An issued document never changes.
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
  -- The shipment or the return.
  source_id text not null,
  -- The delivery of the order: the return of goods from two addresses has two documents. Null: the whole order.
  delivery integer constraint documents_delivery_positive check (delivery > 0),
  -- WAITING: the supplier has not entered what the law demands, for example its VAT id.
  -- WAIVED: a credit note whose invoice was never issued. An operator decided that none is needed.
  state text not null constraint documents_state_known check (state in ('WAITING', 'ISSUED', 'WAIVED')),
  -- A number of the supplier's own, without gaps. The transaction that issues the document takes it.
  number text constraint documents_number_short check (length(number) <= 40),
  issued_on date,
  due_on date,
  currency text not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  -- The whole document as it was issued: parties, lines, breakdown.
  content jsonb not null,
  created_at timestamptz not null,
  issued_at timestamptz,
  primary key (company_id, id),
  constraint documents_once_by_delivery
    unique nulls not distinct (company_id, order_id, kind, source_id, delivery),
  constraint documents_number_unique unique (supplier_company_id, number),
  constraint documents_issued_whole
    check (num_nonnulls(number, issued_on, issued_at) = case state when 'ISSUED' then 3 else 0 end),
  constraint documents_add_up check (total_minor = net_minor + tax_minor and net_minor >= 0 and tax_minor >= 0)
);

create index documents_by_company on invoices.documents (company_id, id desc);
create index documents_by_supplier on invoices.documents (supplier_company_id, id desc);
create index documents_waiting on invoices.documents (supplier_company_id) where state = 'WAITING';

-- The last number of each supplier in each year.
create table invoices.counters (
  supplier_company_id text not null references identity.companies,
  kind text not null,
  year integer not null,
  last integer not null constraint counters_last_positive check (last > 0),
  primary key (supplier_company_id, kind, year)
);

-- The pieces of each line that are on documents, so that the parts always add up to the whole.
create table invoices.lines (
  company_id text not null,
  order_id text not null,
  line_number integer not null,
  invoiced_quantity integer not null default 0
    constraint lines_invoiced_not_negative check (invoiced_quantity >= 0),
  -- Pieces that came back after they had left. They are taken from the end of a line, as shipments are. A cancelled
  -- piece was never invoiced and does not count.
  returned_quantity integer not null default 0
    constraint lines_returned_not_negative check (returned_quantity >= 0),
  primary key (company_id, order_id, line_number)
);

-- The steps of an order that were read from the event log. Each counts once, however often it is read.
create table invoices.steps (
  company_id text not null,
  order_id text not null,
  order_version integer not null,
  primary key (company_id, order_id, order_version)
);

-- The PDF of an issued document. It is rendered once. Then its bytes never change, as the document does not.
create table invoices.pdfs (
  -- The buyer, as in invoices.documents.
  company_id text not null,
  invoice_id text collate "C" not null,
  -- Null while a process renders it, and after a failed attempt.
  content bytea constraint pdfs_content_small check (octet_length(content) <= 10485760),
  sha256 text,
  rendered_at timestamptz,
  attempts integer not null default 0,
  -- The process that renders it now. It stores its result only while it holds this token.
  lease_token text,
  lease_until timestamptz,
  -- The first failure since the last success, its message, and when the next attempt is due.
  failed_at timestamptz,
  error text constraint pdfs_error_short check (length(error) <= 500),
  retry_at timestamptz,
  primary key (company_id, invoice_id),
  -- The bytes live as long as the document. Nothing erases either of them.
  foreign key (company_id, invoice_id) references invoices.documents on delete cascade,
  constraint pdfs_content_whole check (num_nonnulls(content, sha256, rendered_at) in (0, 3)),
  constraint pdfs_failure_whole check (num_nonnulls(failed_at, error, retry_at) in (0, 3))
);

-- A PDF is already compressed.
alter table invoices.pdfs alter column content set storage external;

create index pdfs_failing on invoices.pdfs (retry_at) where failed_at is not null;

-- What a company enters for its invoices. A supplier enters where it is paid and who answers questions. A buyer enters
-- the format of the invoices that it wants. It is not sealed, as VAT ids and addresses are not: other companies read all
-- of it on documents.
create table invoices.company_details (
  company_id text primary key references identity.companies,
  iban text constraint company_details_iban_form check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  bic text constraint company_details_bic_form check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  account_holder text,
  contact_name text,
  contact_phone text,
  contact_email text,
  address_scheme text,
  address_id text,
  legal_registration text,
  tax_registration text,
  profile text not null constraint company_details_profile_known
    check (profile in ('EN16931', 'PEPPOL_BIS_3', 'XRECHNUNG_3')),
  buyer_reference text,
  changed_at timestamptz not null,
  constraint company_details_account_whole check (iban is not null or (bic is null and account_holder is null)),
  constraint company_details_contact_whole check (num_nonnulls(contact_name, contact_phone, contact_email) in (0, 3)),
  constraint company_details_address_whole check (num_nonnulls(address_scheme, address_id) in (0, 2))
);

-- A supplier that lacks details which a profile of its buyers needs. Its administrators get one mail for each set of
-- missing details.
create table invoices.profile_gaps (
  -- The supplier.
  company_id text not null references identity.companies,
  profile text not null,
  missing text[] not null,
  noticed_at timestamptz not null,
  primary key (company_id, profile)
);
