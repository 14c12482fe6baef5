-- What a person may ask for: everything that is known of them, and to be forgotten.

-- The row stays, because orders and audit entries name its id. Nothing in it says any more who it was.
alter table identity.users add column erased_at timestamptz;

create table identity.privacy_exports (
  company_id text not null references identity.companies,
  id text not null,
  user_id text not null references identity.users,
  state text not null,
  requested_at timestamptz not null,
  -- Sealed for this export. Gone when it was taken or is too old.
  content_sealed text,
  ready_at timestamptz,
  expires_at timestamptz,
  -- Of the link that was made last; an earlier one works no more.
  link_hash bytea,
  taken_at timestamptz,
  primary key (company_id, id),
  constraint privacy_exports_id_unique unique (id),
  constraint privacy_exports_link_unique unique (link_hash),
  constraint privacy_exports_state_known check (state in ('REQUESTED', 'READY', 'TAKEN', 'EXPIRED')),
  constraint privacy_exports_content_while_ready check ((state = 'READY') = (content_sealed is not null))
);

-- One at a time.
create unique index privacy_exports_one_open on identity.privacy_exports (user_id)
  where state in ('REQUESTED', 'READY');
create index privacy_exports_by_end on identity.privacy_exports (expires_at) where state = 'READY';
