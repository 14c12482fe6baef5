-- Orders that are confirmed and have not left as a whole: operators see those that take too long.
create index orders_unshipped on orders.orders (placed_at, id) where state in ('CONFIRMED', 'PARTIALLY_SHIPPED');
