-- What a company enters for its invoices: as a supplier where it is paid and who answers questions, as a buyer in which form
-- it takes invoices. Plain, as VAT ids and addresses are: all of it stands on documents that other companies read.
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

-- A supplier that lacks what a profile of its buyers asks for. Its administrators get one mail for each set of missing details.
create table invoices.profile_gaps (
  -- The supplier.
  company_id text not null references identity.companies,
  profile text not null,
  missing text[] not null,
  noticed_at timestamptz not null,
  primary key (company_id, profile)
);
