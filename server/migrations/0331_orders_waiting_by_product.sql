-- no-transaction
drop index concurrently if exists orders.lines_waiting;
