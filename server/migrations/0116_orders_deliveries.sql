-- An order may go to several addresses, and each of its lines to its own cost centre.
-- [{number, shipTo, requestedDate?, costCenter?}]. Null: everything goes to `ship_to`.
alter table orders.orders add column deliveries jsonb;

alter table orders.lines
  -- Which of the order's deliveries the line belongs to, from 1. Null: there is only one.
  add column delivery integer constraint lines_delivery_positive check (delivery > 0),
  add column cost_center text,
  add column po_number text;

-- Whether this company's accounts need the number of a purchase order on everything that is bought.
alter table identity.companies add column po_number_required boolean not null default false;
