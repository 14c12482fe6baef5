-- no-transaction
create index concurrently if not exists price_entries_by_change on products.price_entries (price_list_id, written_at, product_id);
