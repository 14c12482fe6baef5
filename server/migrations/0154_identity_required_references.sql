-- What each purchase of the company must say, besides its PO number and its cost centre.
alter table identity.companies
  add column gl_account_required boolean not null default false,
  add column project_required boolean not null default false,
  add column requested_date_required boolean not null default false;
