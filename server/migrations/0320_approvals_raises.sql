-- How much a change adds to a placed order that asks for approval. Null: the request is about the order itself.
alter table approvals.requests add column added_minor bigint;
