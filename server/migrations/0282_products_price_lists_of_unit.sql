-- no-transaction
create index concurrently price_lists_by_unit on products.price_lists (unit_id, id desc) where unit_id is not null;
