-- no-transaction
create index concurrently assortments_by_unit on products.assortments (unit_id, id desc) where unit_id is not null;
