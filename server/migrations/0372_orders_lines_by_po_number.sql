-- no-transaction
-- Few lines have a number of their own: placing an order of others writes nothing here.
create index concurrently if not exists lines_by_po_number on orders.lines (po_number, company_id, order_id desc) where po_number is not null;
