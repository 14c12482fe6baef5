-- no-transaction
create index concurrently if not exists orders_by_po_number on orders.orders (po_number, company_id, placed_at desc, id desc) where po_number is not null;
