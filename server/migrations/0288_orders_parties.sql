-- Who bought and who sells, as they were when the taxes of the order were reckoned: names, VAT ids and addresses, which its
-- documents say however late they are issued. Null: from before.
alter table orders.orders add column parties jsonb;
