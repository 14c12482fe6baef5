-- The accounting codes of a company: its cost centres, GL accounts and projects.
create table structure.codes (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  kind text not null constraint codes_kind_known check (kind in ('COST_CENTER', 'GL_ACCOUNT', 'PROJECT')),
  code text not null constraint codes_code_short check (length(code) between 1 and 100),
  -- The code in lower case, with single blanks: two codes that differ in nothing else would be mistaken for each other.
  code_key text collate "C" not null,
  name text not null constraint codes_name_short check (length(name) between 1 and 200),
  unit_id text collate "C",
  -- The first and the last day on which orders may name it, in the time zone of the company.
  valid_from date,
  valid_to date,
  external_id text constraint codes_external_id_short check (length(external_id) between 1 and 100),
  ended_at timestamptz,
  version integer not null constraint codes_version_positive check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint codes_code_unique unique (company_id, kind, code_key),
  constraint codes_external_id_unique unique (company_id, kind, external_id),
  constraint codes_unit foreign key (company_id, unit_id) references structure.units (company_id, id),
  constraint codes_period check (valid_from <= valid_to)
);

create index codes_by_change on structure.codes (company_id, kind, written_at, id);
-- A unit is ended only when no active code belongs to it.
create index codes_by_unit on structure.codes (company_id, unit_id) where unit_id is not null and ended_at is null;
create trigger codes_written before update on structure.codes
  for each row execute function platform.stamp_written();
