-- A line of a cart takes allocations and a requested date, so that a product may be in several lines. `line_key` tells them apart: it is
-- empty for a line without either.
alter table cart.items
  add column allocations jsonb,
  add column requested_date date,
  add column line_key text not null default '';
