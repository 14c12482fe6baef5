-- The unit to which the address belongs: it serves this unit and all units below it. Null: it serves the whole company.
alter table addresses.addresses add column unit_id text;
-- The company and each unit have a default of each kind, at most: the indexes of the next migrations.
drop index addresses.addresses_one_default_ship_to;
drop index addresses.addresses_one_default_bill_to;
