-- The part of a line that waits for stock. `backordered` in products.stock is the sum of it for each product.
alter table orders.lines add column waiting_quantity bigint not null default 0
  constraint lines_waiting_within_open check (waiting_quantity between 0 and quantity - cancelled_quantity - shipped_quantity);
