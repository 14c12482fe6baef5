-- A product whose row would be longer than 2 kB was compressed when it was written, and its attributes were unpacked for each page
-- that shows it. Now that is done to rows only that do not fit into a page. Those of before stay as they are until they change.
alter table catalog.products set (toast_tuple_target = 8160);
