-- The person or integration whose requisition became the order. Null: the order is of the one who placed it.
alter table orders.orders add column requested_by text;
