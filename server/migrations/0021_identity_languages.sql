-- The language of the person, for answers and mails. Null: the language of the browser, else of the company.
alter table identity.users
  add column locale text constraint users_locale_known check (locale in ('en', 'de', 'fr'));

-- The language for people of the company who have chosen none, for its keys, and on its invoices.
alter table identity.companies
  add column locale text constraint companies_locale_known check (locale in ('en', 'de', 'fr'));
