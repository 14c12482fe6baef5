-- What a contract takes off the goods of an order, by what they are worth (docs/totals.md). Null: nothing.
alter table catalog.contracts
  add column order_discounts jsonb
    constraint contracts_order_discounts_object check (jsonb_typeof(order_discounts) = 'object');

-- What was taken off an order and by which contract; null in orders without, and in those from before.
alter table orders.orders
  add column discounts jsonb
    constraint orders_discounts_list check (jsonb_typeof(discounts) = 'array');
