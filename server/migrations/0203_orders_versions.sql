-- What a step changed of the quantities and promised days of lines, with the revision of each part that changed. Null: nothing.
alter table orders.timeline add column changes jsonb;

-- How often the part of each supplier has changed since it was ordered, by the id of the supplier.
alter table orders.orders add column revisions jsonb
  constraint orders_revisions_object check (jsonb_typeof(revisions) = 'object');
