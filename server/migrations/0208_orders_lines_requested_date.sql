-- The day on which the line should arrive, where it differs from that of its delivery.
alter table orders.lines add column requested_date date;
