-- Who handed a colleague's order over to payment answers for it too, and so does not approve it. Null: whoever ordered.
alter table approvals.requests add column payer_id text;
