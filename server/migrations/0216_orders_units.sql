-- The unit to which the one who needs the goods belonged when they were ordered. Null in older orders.
alter table orders.orders add column unit_id text;
