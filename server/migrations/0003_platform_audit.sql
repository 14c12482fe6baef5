-- The audit log: who did what to what, when, and whether it was refused. ADR 13 says why it is two tables.

-- Written in the transaction of the change it tells of. Never updated, never deleted: it holds the ids of people and
-- not their names or addresses, so that erasing a person leaves it whole.
create table platform.audit_entries (
  company_id text not null,
  id text collate "C" not null,
  -- The order in which the rows were written, in which they are linked.
  arrival bigint generated always as identity,
  occurred_at timestamptz not null,
  -- Null: nobody who is known, a failed sign-in for one.
  actor_kind text,
  actor_id text,
  client_id text,
  session_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  outcome text not null,
  details jsonb not null,
  -- Null: not a request, a worker for one.
  request_id text,
  -- The network and not the host: /24 of IPv4, /48 of IPv6.
  address text,
  user_agent text,
  primary key (company_id, id),
  constraint audit_entries_outcome_known check (outcome in ('done', 'refused')),
  constraint audit_entries_action_shape check (action ~ '^[a-z_]+[.][a-z0-9_]+$'),
  constraint audit_entries_actor_whole check ((actor_kind is null) = (actor_id is null))
);

create index audit_entries_by_actor on platform.audit_entries (company_id, actor_id, id);
create index audit_entries_by_target on platform.audit_entries (company_id, target_id, id);
create index audit_entries_by_action on platform.audit_entries (company_id, action, id);
-- For operators, who read across companies.
create index audit_entries_by_id on platform.audit_entries (id);

-- What is written and not in its chain yet. A row lives for about a second.
create table platform.audit_pending (
  company_id text not null,
  arrival bigint not null,
  id text not null,
  primary key (arrival)
);

-- The chain of each company: every link is the hash of the one before it and of its entry.
create table platform.audit_links (
  company_id text not null,
  sequence bigint not null,
  entry_id text collate "C" not null,
  hash bytea not null,
  primary key (company_id, sequence),
  constraint audit_links_entry_once unique (company_id, entry_id)
);

-- Now and then the end of each chain is sealed with a key that the database does not hold: whoever rewrites a whole
-- chain cannot rewrite these.
create table platform.audit_anchors (
  company_id text not null,
  sequence bigint not null,
  hash bytea not null,
  sealed text not null,
  anchored_at timestamptz not null,
  primary key (company_id, sequence)
);

-- One row: whoever holds its lock links, for as long as its transaction lasts.
create table platform.audit_linker (
  name text primary key constraint audit_linker_is_one check (name = 'audit')
);
insert into platform.audit_linker (name) values ('audit');

create function platform.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entries_stay before update or delete on platform.audit_entries
  for each row execute function platform.refuse_audit_change();
create trigger audit_entries_are_not_emptied before truncate on platform.audit_entries
  for each statement execute function platform.refuse_audit_change();
create trigger audit_links_stay before update or delete on platform.audit_links
  for each row execute function platform.refuse_audit_change();
create trigger audit_links_are_not_emptied before truncate on platform.audit_links
  for each statement execute function platform.refuse_audit_change();
-- An anchor may be sealed anew when its key is replaced; what it says stays.
create trigger audit_anchors_stay
  before delete or update of company_id, sequence, hash, anchored_at on platform.audit_anchors
  for each row execute function platform.refuse_audit_change();
create trigger audit_anchors_are_not_emptied before truncate on platform.audit_anchors
  for each statement execute function platform.refuse_audit_change();
