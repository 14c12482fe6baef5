-- An export is kept in parts, so that nobody has so much that it is cut or has to fit into memory at once.
-- `content_sealed` of the export says which parts there are.
create table identity.privacy_export_parts (
  company_id text not null,
  export_id text not null,
  part integer not null constraint privacy_export_parts_counted check (part >= 0),
  -- What of the product it is from, and which of its fields when that is no list.
  section text not null constraint privacy_export_parts_section_short check (length(section) <= 100),
  field text constraint privacy_export_parts_field_short check (length(field) <= 100),
  content_sealed text not null,
  primary key (company_id, export_id, part),
  constraint privacy_export_parts_export foreign key (company_id, export_id)
    references identity.privacy_exports (company_id, id) on delete cascade
);

-- Each table of an export can be fetched once, as the whole can.
alter table identity.privacy_exports
  add column tables_taken text[] not null default '{}'
    constraint privacy_exports_tables_taken_few check (cardinality(tables_taken) <= 200);
