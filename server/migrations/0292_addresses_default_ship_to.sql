-- no-transaction
create unique index concurrently if not exists addresses_default_ship_to_of_unit on addresses.addresses (company_id, unit_id) nulls not distinct where default_ship_to;
