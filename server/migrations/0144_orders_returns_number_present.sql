alter table orders.returns alter column number set not null;
