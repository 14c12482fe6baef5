-- Who must agree before an order is placed, who was asked, and what each of them said.
create schema approvals;

-- All that match an order must be satisfied, one after the other, by position.
create table approvals.rules (
  company_id text not null references identity.companies,
  id text not null,
  name text not null constraint rules_name_short check (length(name) between 1 and 100),
  position integer not null constraint rules_position_sensible check (position between 0 and 1000),
  -- {amountFrom?: {minor, currency}, categoryIds?, costCenters?, requesterIds?, requesterRoles?}: all that are there must hold.
  conditions jsonb not null,
  -- [{mode: ANY | ALL, people: [user ids], role?: approver}], in order.
  steps jsonb not null,
  timeout_hours integer not null constraint rules_timeout_sensible check (timeout_hours between 1 and 144),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (company_id, id)
);

create table approvals.deputies (
  company_id text not null references identity.companies,
  id text not null,
  person_id text not null,
  deputy_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint deputies_another check (deputy_id <> person_id),
  constraint deputies_period check (ends_at > starts_at)
);
create index deputies_by_person on approvals.deputies (company_id, person_id);
create index deputies_by_deputy on approvals.deputies (company_id, deputy_id, ends_at);

-- The record of who is asked is also the job that carries an order on once they have agreed.
create table approvals.requests (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  order_id text not null,
  -- Whoever ordered, and the person behind it: of an API key, who made the key.
  requested_by text not null,
  requester_id text not null,
  -- SHA-256 of what was ordered. Nothing else can be approved by this request.
  content_hash text not null constraint requests_hash_shape check (content_hash ~ '^[0-9a-f]{64}$'),
  currency text not null,
  total_minor bigint not null,
  -- [{ruleId, ruleName, mode, people, role?}] as the rules stood then.
  steps jsonb not null,
  -- Which of them is being decided, from 0.
  step integer not null,
  state text not null constraint requests_state_known check (state in (
    'PENDING', 'APPROVING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  reason text constraint requests_reason_short check (length(reason) <= 1000),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  last_error text,
  primary key (company_id, id),
  constraint requests_one_per_order unique (company_id, order_id),
  -- For the votes: so that nobody's vote can forget whose order it is.
  constraint requests_of_requester unique (company_id, id, requester_id),
  constraint requests_step_within check (step between 0 and jsonb_array_length(steps)),
  constraint requests_decided check ((state in ('PENDING', 'APPROVING')) = (decided_at is null)),
  constraint requests_lease_whole check ((lease_token is null) = (lease_until is null))
);
create index requests_due on approvals.requests (available_at, id) where state in ('PENDING', 'APPROVING');
create index requests_by_requester on approvals.requests (company_id, requester_id, id desc);
create index requests_pending on approvals.requests (company_id, id desc) where state = 'PENDING';

create table approvals.votes (
  company_id text not null,
  request_id text collate "C" not null,
  step integer not null,
  -- Whose place it is, and who spoke: the person, or a deputy.
  person_id text not null,
  voted_by text not null,
  requester_id text not null,
  note text constraint votes_note_short check (length(note) <= 1000),
  voted_at timestamptz not null,
  -- Each once in a step.
  primary key (company_id, request_id, step, person_id),
  constraint votes_request foreign key (company_id, request_id, requester_id)
    references approvals.requests (company_id, id, requester_id),
  -- Nobody approves the own order, whatever the application believes.
  constraint votes_not_own check (person_id <> requester_id and voted_by <> requester_id)
);

-- A supplier sees nothing of an order before it is approved, nor of one that never was.
alter table orders.orders add column concealed boolean not null default false;
-- What the rules asked for at the handoff to payment: {steps, timeoutHours, requesterId}. Null: nobody need agree.
alter table checkout.attempts add column approval jsonb;
