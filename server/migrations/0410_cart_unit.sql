-- The unit for which the owner of the cart buys, if the owner chose one. Null: the unit for which the owner buys otherwise.
alter table cart.carts add column unit_id text;
