-- Thousandths of the unit, as in 0251_products_quantities.
alter table invoices.lines
  alter column invoiced_quantity type bigint using invoiced_quantity::bigint * 1000,
  alter column returned_quantity type bigint using returned_quantity::bigint * 1000;
