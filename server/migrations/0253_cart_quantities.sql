-- Thousandths of the unit, as in 0251_products_quantities.
alter table cart.items
  drop constraint items_quantity_limited,
  alter column quantity type bigint using quantity::bigint * 1000,
  add constraint items_quantity_limited check (quantity between 1 and 1000000000);

alter table cart.certification_steps
  alter column quantity type bigint using quantity::bigint * 1000;
