-- no-transaction
create unique index concurrently if not exists addresses_default_bill_to_of_unit on addresses.addresses (company_id, unit_id) nulls not distinct where default_bill_to;
