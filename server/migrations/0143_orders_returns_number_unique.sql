-- no-transaction
-- The number first: operators search the returns of all companies.
create unique index concurrently if not exists returns_number_unique on orders.returns (number, company_id);
