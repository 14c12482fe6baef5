-- no-transaction
create unique index concurrently if not exists raises_open on orders.raises (company_id, order_id) where state in ('WAITING', 'APPROVED');
