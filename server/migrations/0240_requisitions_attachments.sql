-- Files that say more about lines of requisitions. A file without a line is deleted after a day.
create table requisitions.attachments (
  company_id text collate "C" not null,
  id text collate "C" not null,
  -- Null: no line uses the file, or its draft was deleted.
  requisition_id text collate "C",
  line_id text collate "C",
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  -- A person or an integration.
  uploaded_by text collate "C" not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, requisition_id) references requisitions.requisitions (company_id, id)
    on delete set null (requisition_id)
);

create index attachments_by_requisition on requisitions.attachments (company_id, requisition_id)
  where requisition_id is not null;
create index attachments_unused on requisitions.attachments (created_at) where requisition_id is null;
create index attachments_by_uploader on requisitions.attachments (company_id, uploaded_by);
