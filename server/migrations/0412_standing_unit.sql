-- The unit for which it orders: the one that its owner chose, or for which the owner bought when it was made. Null: made before, and
-- orders for the unit for which its owner buys on the day.
alter table standing.orders add column unit_id text;
