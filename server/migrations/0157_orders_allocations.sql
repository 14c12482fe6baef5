-- The parts of a line that are booked on different cost centres, GL accounts or projects, as the API shows them; and what
-- has gone back of each part, in minor units.
alter table orders.lines
  add column allocations jsonb,
  add column allocation_credits jsonb;
