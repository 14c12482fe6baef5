alter table catalog.products
  validate constraint products_per_quantity_limited,
  validate constraint products_contents_positive;
alter table orders.lines validate constraint lines_per_quantity_limited;
