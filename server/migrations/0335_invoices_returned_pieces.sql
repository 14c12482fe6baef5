-- Pieces of each line that came back after they had left. They are taken from the end of a line, as shipments are, and what is
-- cancelled, which was never invoiced, is not among them. `credited_quantity` counts both, and is read by the release before.
alter table invoices.lines add column returned_quantity integer not null default 0
  constraint lines_returned_not_negative check (returned_quantity >= 0);

update invoices.lines l set returned_quantity = l.credited_quantity - o.cancelled_quantity
from orders.lines o
where o.company_id = l.company_id and o.order_id = l.order_id and o.line_number = l.line_number
  and l.credited_quantity > o.cancelled_quantity;
