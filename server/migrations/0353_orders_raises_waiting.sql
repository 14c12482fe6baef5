-- no-transaction
drop index concurrently if exists orders.raises_waiting;
