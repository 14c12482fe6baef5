-- Thousandths of the unit, as in 0251_products_quantities.
alter table requisitions.lines
  drop constraint lines_quantity_possible,
  alter column quantity type bigint using quantity::bigint * 1000,
  add constraint lines_quantity_possible check (quantity between 1 and 1000000000);
