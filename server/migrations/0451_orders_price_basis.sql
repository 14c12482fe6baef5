-- unit_price is the price of per_quantity units. What was ordered before was priced by the piece.
alter table orders.lines
  add column per_quantity integer not null default 1,
  add column unit text not null default 'C62',
  add constraint lines_per_quantity_limited check (per_quantity between 1 and 1000000) not valid;
