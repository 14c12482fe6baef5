-- no-transaction
create index concurrently if not exists price_lists_by_change on products.price_lists (supplier_company_id, written_at, id);
