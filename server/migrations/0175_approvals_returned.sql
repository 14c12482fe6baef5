-- An approver may return an order for change. The requester submits it again as a new order with a new request, which keeps
-- the approvals that are still of the same content.
alter table approvals.requests drop constraint requests_state_known, add constraint requests_state_known check (state in (
  'PENDING', 'APPROVING', 'APPROVED', 'REJECTED', 'RETURNED', 'EXPIRED', 'WITHDRAWN'));

alter table approvals.requests
  -- The returned request that this one replaces, and the one that replaces this.
  add column revises text collate "C",
  add column revised_by text collate "C",
  -- {costCenters, categoryIds?, requesterRoles}: what conditions of rules read, beside the total and the requester.
  add column facts jsonb,
  -- SHA-256 of the ordered content without the id of the order: equal content of two orders has one digest.
  add column content_digest text;

-- The request in which the approval was given, if the present one keeps it.
alter table approvals.votes add column kept_from text collate "C";
