-- The parts of a line that are booked on different cost centres, GL accounts or projects, as its requester named them; and the day on which
-- the line should arrive.
alter table requisitions.lines
  add column allocations jsonb,
  add column requested_date date;
