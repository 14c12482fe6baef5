-- Thousandths of the unit, as in 0251_products_quantities.
alter table offers.requests
  drop constraint requests_quantity_between,
  alter column quantity type bigint using quantity::bigint * 1000,
  add constraint requests_quantity_between check (quantity between 1 and 1000000000);
