-- Approvals: who must approve before an order is placed, who was asked, and what each person decided.
create schema approvals;

-- All rules that match an order must be satisfied, one after the other, in the order of their positions.
create table approvals.rules (
  company_id text not null references identity.companies,
  id text not null,
  name text not null constraint rules_name_short check (length(name) between 1 and 100),
  position integer not null constraint rules_position_sensible check (position between 0 and 1000),
  -- {amountFrom?: {minor, currency}, categoryIds?, costCenters?, requesterIds?, requesterRoles?}: all present conditions
  -- must be true.
  conditions jsonb not null,
  -- [{mode: ANY | ALL, people: [user ids], role?: approver}], in order.
  steps jsonb not null,
  timeout_hours integer not null constraint rules_timeout_sensible check (timeout_hours between 1 and 144),
  -- Null: after a third, and after two thirds, of the time of the request.
  remind_after_hours integer
    constraint rules_remind_sensible check (remind_after_hours between 1 and 144),
  escalate_after_hours integer
    constraint rules_escalate_sensible check (escalate_after_hours between 1 and 144),
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

-- An approval request. It is also the job that continues the order after the approval.
create table approvals.requests (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  order_id text not null,
  -- The actor who ordered, and the person behind it: for an API key, the person who made the key.
  requested_by text not null,
  requester_id text not null,
  -- A colleague who started the payment of the order. That person is responsible for it too and does not approve it.
  -- Null: the person who ordered.
  payer_id text,
  -- SHA-256 of the content of the order. The request approves nothing else.
  content_hash text not null constraint requests_hash_shape check (content_hash ~ '^[0-9a-f]{64}$'),
  currency text not null,
  total_minor bigint not null,
  -- [{ruleId, ruleName, mode, people, role?}] as the rules were at the time of the request.
  steps jsonb not null,
  -- The step that is being decided, from 0.
  step integer not null,
  -- In this step administrators may decide.
  escalated_step integer,
  state text not null constraint requests_state_known check (state in (
    'PENDING', 'APPROVING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  reason text constraint requests_reason_short check (length(reason) <= 1000),
  -- {depth, path} of the automation that voted last. What follows is caused by that automation.
  cause jsonb,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  remind_after_hours integer,
  escalate_after_hours integer,
  decided_by text,
  decided_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  last_error text,
  primary key (company_id, id),
  constraint requests_one_per_order unique (company_id, order_id),
  -- The votes refer to it, so that no vote can forget who placed the order.
  constraint requests_of_requester unique (company_id, id, requester_id),
  constraint requests_step_within check (step between 0 and jsonb_array_length(steps)),
  constraint requests_decided check ((state in ('PENDING', 'APPROVING')) = (decided_at is null)),
  constraint requests_lease_whole check ((lease_token is null) = (lease_until is null))
);

create index requests_due on approvals.requests (available_at, id) where state in ('PENDING', 'APPROVING');
create index requests_by_requester on approvals.requests (company_id, requester_id, id desc);
create index requests_pending on approvals.requests (company_id, id desc) where state = 'PENDING';
create index requests_after_deaths on approvals.requests (id) where deaths >= 2;

create table approvals.votes (
  company_id text not null,
  request_id text collate "C" not null,
  step integer not null,
  -- The person who was asked, and the one who voted: the same person, or a deputy.
  person_id text not null,
  voted_by text not null,
  requester_id text not null,
  note text constraint votes_note_short check (length(note) <= 1000),
  voted_at timestamptz not null,
  -- Each person votes once in a step.
  primary key (company_id, request_id, step, person_id),
  constraint votes_request foreign key (company_id, request_id, requester_id)
    references approvals.requests (company_id, id, requester_id),
  -- Nobody approves an order of their own, whatever the code decides.
  constraint votes_not_own check (person_id <> requester_id and voted_by <> requester_id)
);

-- One row for each occasion to write mails. The transaction that writes the row also writes the mails.
create table approvals.notices (
  company_id text not null,
  request_id text collate "C" not null,
  step integer not null,
  kind text not null constraint notices_kind_known check (kind in ('ASKED', 'REMINDED', 'ESCALATED', 'DECIDED')),
  -- The number of mails. 0 if the company had written too many in the last hour.
  mails integer not null constraint notices_mails_counted check (mails >= 0),
  withheld boolean not null,
  told_at timestamptz not null,
  primary key (company_id, request_id, step, kind),
  constraint notices_request foreign key (company_id, request_id) references approvals.requests (company_id, id)
);

create index notices_by_company on approvals.notices (company_id, told_at);
create index notices_newest on approvals.notices (told_at);
