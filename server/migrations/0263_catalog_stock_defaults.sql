-- New products name neither column any more, so that the next release may make `committed` a bigint while this one runs beside
-- it: rows are copied in binary, which an integer for a bigint is refused in.
alter table catalog.stock
  alter column reserved set default 0,
  alter column committed set default 0;
comment on column catalog.stock.committed is
  'Sold and not taken back, whether it has left or not. Sold and not yet gone: less what the order lines say was shipped.';
