-- Support: tickets of companies, their messages, links and attachments, and the targets of the support desk.
create schema support;

create table support.tickets (
  company_id text collate "C" not null references identity.companies,
  id text collate "C" not null,
  version integer not null,
  subject text not null constraint tickets_subject_short check (length(subject) <= 200),
  state text not null constraint tickets_state_known check (state in (
    'OPEN', 'PENDING_CUSTOMER', 'PENDING_AGENT', 'RESOLVED', 'CLOSED')),
  priority text not null constraint tickets_priority_known check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  -- The person or the integration that opened the ticket.
  requester_kind text not null constraint tickets_requester_known check (requester_kind in ('PERSON', 'INTEGRATION')),
  requester_id text collate "C" not null,
  -- An operator.
  assignee_id text collate "C",
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- The targets in business minutes, as they were when the ticket was opened.
  first_response_minutes integer not null,
  first_response_due_at timestamptz not null,
  first_response_at timestamptz,
  first_response_breached_at timestamptz,
  resolution_minutes integer not null,
  -- Null while the clock is paused. Then `resolution_left_ms` has the business time that is left.
  resolution_due_at timestamptz,
  resolution_left_ms bigint not null constraint tickets_time_left_not_negative check (resolution_left_ms >= 0),
  resolution_breached_at timestamptz,
  -- The earliest target that is not met yet. Null: none runs. The queue of the support desk is sorted by it.
  target_at timestamptz,
  -- The row is the job (platform/leases): it is due at its next breach, or when it is to be closed. Null: never.
  available_at timestamptz,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  constraint tickets_pkey primary key (company_id, id),
  constraint tickets_resolved_when_said check ((state in ('RESOLVED', 'CLOSED')) = (resolved_at is not null)),
  constraint tickets_closed_when_said check ((state = 'CLOSED') = (closed_at is not null)),
  constraint tickets_clock_runs_for_agents check ((state in ('OPEN', 'PENDING_AGENT')) = (resolution_due_at is not null)),
  constraint tickets_lease_whole check ((lease_token is null) = (lease_until is null))
);

create index tickets_by_id on support.tickets (id desc);
create index tickets_due on support.tickets (available_at, id) where state in ('OPEN', 'PENDING_AGENT', 'RESOLVED');
create index tickets_by_target on support.tickets (target_at, id) where target_at is not null;
create index tickets_by_assignee on support.tickets (assignee_id, id desc) where assignee_id is not null;
create index tickets_after_deaths on support.tickets (id) where deaths >= 2;

create table support.messages (
  company_id text collate "C" not null,
  ticket_id text collate "C" not null,
  id text collate "C" not null,
  author_kind text not null constraint messages_author_known check (author_kind in ('PERSON', 'INTEGRATION', 'AGENT')),
  author_id text collate "C" not null,
  -- A note of the support desk. Customers never see it.
  internal boolean not null,
  -- Empty after the personal data of its author was erased.
  text text not null constraint messages_text_limited check (length(text) <= 20000),
  via text not null constraint messages_via_known check (via in ('API', 'EMAIL', 'AUTOMATION')),
  -- The digest of the Message-ID of a mail, so that a mail that arrives twice is one message.
  mail_digest text,
  created_at timestamptz not null,
  constraint messages_pkey primary key (company_id, ticket_id, id),
  constraint messages_ticket foreign key (company_id, ticket_id) references support.tickets (company_id, id),
  constraint messages_notes_of_agents check (not internal or author_kind = 'AGENT')
);

create unique index messages_of_mails on support.messages (company_id, ticket_id, mail_digest) where mail_digest is not null;
-- How many messages a company had in the last hour limits its mails.
create index messages_by_time on support.messages (company_id, created_at);
create index messages_by_author on support.messages (author_id, company_id, id desc);

-- What a ticket is about. `order_id` is the order of a line or of a return.
create table support.links (
  company_id text collate "C" not null,
  ticket_id text collate "C" not null,
  type text not null constraint links_type_known check (type in ('order', 'line', 'payment', 'product', 'return')),
  target_id text collate "C" not null,
  order_id text collate "C",
  position smallint not null,
  constraint links_pkey primary key (company_id, ticket_id, type, target_id),
  constraint links_ticket foreign key (company_id, ticket_id) references support.tickets (company_id, id)
);

create index links_by_target on support.links (company_id, type, target_id, ticket_id desc);

-- Files of messages. A file without a message belongs to the company of the person who uploaded it, and is deleted after a day.
create table support.attachments (
  company_id text collate "C" not null,
  id text collate "C" not null,
  ticket_id text collate "C",
  message_id text collate "C",
  name text not null constraint attachments_name_short check (length(name) between 1 and 200),
  media_type text not null,
  bytes integer not null constraint attachments_bytes_positive check (bytes > 0),
  sha256 text not null constraint attachments_sha256_shape check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by text collate "C" not null,
  created_at timestamptz not null,
  constraint attachments_pkey primary key (id),
  constraint attachments_message foreign key (company_id, ticket_id, message_id)
    references support.messages (company_id, ticket_id, id),
  constraint attachments_whole_place check ((ticket_id is null) = (message_id is null))
);

create index attachments_by_ticket on support.attachments (company_id, ticket_id, message_id, id);
create index attachments_unused on support.attachments (created_at) where message_id is null;
create index attachments_by_uploader on support.attachments (uploaded_by, company_id, id);

-- The people of a ticket who get mails. Their number is part of their signed reply address.
create table support.participants (
  company_id text collate "C" not null,
  ticket_id text collate "C" not null,
  number smallint not null,
  person_id text collate "C" not null,
  is_agent boolean not null,
  constraint participants_pkey primary key (company_id, ticket_id, number),
  constraint participants_once unique (company_id, ticket_id, person_id),
  constraint participants_ticket foreign key (company_id, ticket_id) references support.tickets (company_id, id)
);
