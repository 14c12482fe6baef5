-- no-transaction
-- A company finds its orders in which a change waits for its payment.
create index concurrently if not exists change_requests_agreed on orders.change_requests (company_id, order_id)
  where state = 'OPEN' and agreed_at is not null;
