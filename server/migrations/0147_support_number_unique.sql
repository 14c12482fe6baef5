-- no-transaction
-- The number first: operators search the tickets of all companies.
create unique index concurrently if not exists tickets_number_unique on support.tickets (number, company_id);
