-- The number of the order, for the mails and pages of those who decide. A process of an older version writes none.
alter table approvals.requests add column order_number text;
