-- The day on which the supplier promises that the line arrives. Its history stands on the timeline of the order.
alter table orders.lines add column promised_date date;
