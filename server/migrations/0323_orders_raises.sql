-- An order may have several requests over its life, one after the other.
alter table approvals.requests drop constraint requests_one_per_order;

-- A change of a placed order on which both sides agree, and which the buyer's people have to approve: the proposal or the change request
-- that one side has accepted.
create table orders.raises (
  company_id text not null,
  order_id text not null,
  approval_id text collate "C" not null,
  proposal_id text,
  change_request_id text,
  line_numbers integer[] not null,
  accepted_by text not null,
  -- What the person wrote who accepted. Null once nothing waits.
  note text constraint raises_note_short check (length(note) <= 1000),
  -- As approvers see them: what the order has then, against the order as it is.
  differences jsonb not null,
  state text not null constraint raises_state_known check (state in ('WAITING', 'BOUND', 'ENDED')),
  primary key (company_id, approval_id),
  constraint raises_one_change check (num_nonnulls(proposal_id, change_request_id) = 1),
  constraint raises_note_while_waiting check (state = 'WAITING' or note is null)
);

create unique index raises_waiting on orders.raises (company_id, order_id) where state = 'WAITING';
