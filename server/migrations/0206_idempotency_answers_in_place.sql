-- An answer of two or three thousand characters went through a compression that finds nothing in sealed text, and then into
-- pieces in a table of its own: five records of the log more for each key. It is read as often as it is written to be read:
-- hardly ever. It lies in its row now, as it is, up to a page.
alter table platform.idempotency alter column answer set storage external;
alter table platform.idempotency set (toast_tuple_target = 8160);
