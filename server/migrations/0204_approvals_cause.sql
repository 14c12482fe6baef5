-- {depth, path} of the automation whose vote was the last: what follows from it is told as caused by that.
alter table approvals.requests add column cause jsonb;
