-- no-transaction
create unique index concurrently if not exists requests_open_of_order on approvals.requests (company_id, order_id) where state in ('PENDING', 'APPROVING');
