-- no-transaction
create index concurrently if not exists requests_of_order on approvals.requests (company_id, order_id, id desc);
