-- The order was made of a requisition: its requester changes that, and never the order beside it.
alter table approvals.requests add column of_requisition boolean not null default false;
