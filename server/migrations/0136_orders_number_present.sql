alter table orders.orders alter column number set not null;
