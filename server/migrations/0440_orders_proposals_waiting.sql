-- no-transaction
-- A company finds its orders in which a proposal waits for a decision.
create index concurrently if not exists proposals_waiting on orders.proposals (company_id, order_id) where state = 'PROPOSED';
