-- no-transaction
create index concurrently if not exists stock_backordered on products.stock (product_id) where backordered > 0;
