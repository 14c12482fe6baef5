-- Thousandths of the unit, as in 0251_products_quantities.
alter table orders.lines
  alter column quantity type bigint using quantity::bigint * 1000,
  alter column cancelled_quantity type bigint using cancelled_quantity::bigint * 1000,
  alter column shipped_quantity type bigint using shipped_quantity::bigint * 1000,
  alter column delivered_quantity type bigint using delivered_quantity::bigint * 1000,
  alter column missing_quantity type bigint using missing_quantity::bigint * 1000,
  alter column returned_quantity type bigint using returned_quantity::bigint * 1000,
  alter column claimed_quantity type bigint using claimed_quantity::bigint * 1000,
  alter column credited_quantity type bigint using credited_quantity::bigint * 1000;

alter table orders.shipment_lines
  alter column quantity type bigint using quantity::bigint * 1000,
  alter column damaged_quantity type bigint using damaged_quantity::bigint * 1000,
  alter column missing_quantity type bigint using missing_quantity::bigint * 1000;

alter table orders.return_lines
  alter column quantity type bigint using quantity::bigint * 1000,
  alter column accepted_quantity type bigint using accepted_quantity::bigint * 1000;

alter table orders.tolerances
  drop constraint tolerances_pieces_known,
  alter column fewer_pieces type bigint using fewer_pieces::bigint * 1000,
  add constraint tolerances_pieces_known check (fewer_pieces between 0 and 1000000000);
