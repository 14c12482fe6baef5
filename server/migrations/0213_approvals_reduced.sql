-- Counts the contents of the order that the request has had. An approver who lowers quantities makes the next one, which asks again.
alter table approvals.requests add column version integer not null default 1
  constraint requests_version_counted check (version >= 1);
