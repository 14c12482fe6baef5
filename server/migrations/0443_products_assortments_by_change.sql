-- no-transaction
create index concurrently if not exists assortments_by_change on products.assortments (written_at, id);
