-- Whom a request was made known to, when, and when somebody else is asked.

-- Null: after a third, and after two thirds, of the time that the request has.
alter table approvals.rules
  add column remind_after_hours integer
    constraint rules_remind_sensible check (remind_after_hours between 1 and 144),
  add column escalate_after_hours integer
    constraint rules_escalate_sensible check (escalate_after_hours between 1 and 144);

alter table approvals.requests
  add column remind_after_hours integer,
  add column escalate_after_hours integer,
  -- In this step administrators may decide in the place of those who were asked.
  add column escalated_step integer;

-- One for each occasion: whoever writes the row writes the mails, in one transaction.
create table approvals.notices (
  company_id text not null,
  request_id text collate "C" not null,
  step integer not null,
  kind text not null constraint notices_kind_known check (kind in ('ASKED', 'REMINDED', 'ESCALATED', 'DECIDED')),
  -- How many mails were written. None where the company had written too many in the last hour.
  mails integer not null constraint notices_mails_counted check (mails >= 0),
  withheld boolean not null,
  told_at timestamptz not null,
  primary key (company_id, request_id, step, kind),
  constraint notices_request foreign key (company_id, request_id) references approvals.requests (company_id, id)
);
create index notices_by_company on approvals.notices (company_id, told_at);
create index notices_newest on approvals.notices (told_at);
