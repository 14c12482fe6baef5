-- What of the carriage went back already, with its tax: with the last piece of a parcel, and at the end with the order.
alter table orders.orders
  add column carriage_credited_minor bigint not null default 0
    constraint orders_carriage_credited_not_negative check (carriage_credited_minor >= 0);
