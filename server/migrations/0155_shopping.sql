-- Lists of products that people order again and again, their own or shared with a unit or the whole company.
create schema shopping;

create table shopping.lists (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  -- The person or the integration that keeps the list.
  owner_id text collate "C" not null,
  name text not null constraint lists_name_short check (length(name) between 1 and 200),
  visibility text not null constraint lists_visibility_known check (visibility in ('PRIVATE', 'UNIT', 'COMPANY')),
  unit_id text collate "C",
  version integer not null constraint lists_version_positive check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint lists_unit check ((visibility = 'UNIT') = (unit_id is not null))
);

create index lists_by_owner on shopping.lists (company_id, owner_id);
create index lists_by_change on shopping.lists (company_id, written_at, id);
create trigger lists_written before update on shopping.lists
  for each row execute function platform.stamp_written();

create table shopping.items (
  company_id text not null,
  list_id text collate "C" not null,
  id text collate "C" not null,
  -- The product may end: the item then stays, and says so.
  product_id text not null,
  quantity integer not null constraint items_quantity_possible check (quantity between 1 and 1000000),
  note text constraint items_note_short check (length(note) between 1 and 500),
  -- Counts from 1, without gaps.
  position integer not null constraint items_position_positive check (position > 0),
  primary key (company_id, list_id, id),
  constraint items_product_unique unique (company_id, list_id, product_id),
  constraint items_list foreign key (company_id, list_id) references shopping.lists on delete cascade
);
