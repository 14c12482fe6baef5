-- The address book of a company: where goods and invoices go.
create schema addresses;

create table addresses.addresses (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  label text not null constraint addresses_label_short check (length(label) between 1 and 100),
  -- The form of every address: {name, company?, line1, line2?, city, region?, postalCode, country, phone?, email?}.
  address jsonb not null,
  -- Used when nobody names another address. There is at most one default of each kind.
  default_ship_to boolean not null,
  default_bill_to boolean not null,
  added_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id)
);

create unique index addresses_one_default_ship_to on addresses.addresses (company_id) where default_ship_to;
create unique index addresses_one_default_bill_to on addresses.addresses (company_id) where default_bill_to;
create index addresses_by_adder on addresses.addresses (company_id, added_by);
