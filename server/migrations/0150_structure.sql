-- The structure of a company: its legal entities, departments and sites, as a tree.
create schema structure;

create table structure.units (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  name text not null constraint units_name_short check (length(name) between 1 and 200),
  kind text not null constraint units_kind_known check (kind in ('LEGAL_ENTITY', 'DEPARTMENT', 'SITE')),
  -- Null: it stands at the top. Units never form a circle: changes of one company's tree run one after the other.
  parent_id text collate "C",
  -- The id in another system of the company.
  external_id text constraint units_external_id_short check (length(external_id) between 1 and 100),
  ended_at timestamptz,
  version integer not null constraint units_version_positive check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When the database wrote the last change: `updatedAfter` of the list reads it.
  written_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint units_parent foreign key (company_id, parent_id) references structure.units (company_id, id),
  constraint units_another_parent check (parent_id <> id)
);

-- A unit that has ended leaves its external id to a new one.
create unique index units_external_id_unique on structure.units (company_id, external_id) where ended_at is null;
create index units_by_change on structure.units (company_id, written_at, id);
create trigger units_written before update on structure.units
  for each row execute function platform.stamp_written();
