-- What automations tell people in the product itself: one for each person, action and run.
create table automations.notices (
  company_id text not null,
  id text collate "C" not null,
  user_id text not null,
  run_id text collate "C" not null,
  step_id integer not null,
  automation_id text collate "C" not null,
  automation_name text not null,
  subject text not null constraint notices_subject_short check (length(subject) <= 150),
  message text not null constraint notices_message_short check (length(message) <= 2000),
  event_type text not null,
  entity_type text not null,
  entity_id text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, id),
  constraint notices_once unique (company_id, run_id, step_id, user_id)
);

-- A person reads theirs, newest first.
create index notices_by_person on automations.notices (company_id, user_id, id desc);
-- What is old enough to be forgotten.
create index notices_by_age on automations.notices (created_at);
