-- The address of the address book to which the line goes. Null: to the address of the order.
alter table cart.items add column address_id text;
