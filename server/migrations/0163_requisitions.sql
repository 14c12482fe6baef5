-- What people ask their buyers to order: products of the catalogue, and wishes in their own words.
create schema requisitions;

create table requisitions.requisitions (
  company_id text not null references identity.companies,
  id text collate "C" not null,
  number text not null constraint requisitions_number_short check (length(number) <= 40),
  -- The person or the integration that asks.
  requester_id text collate "C" not null,
  -- The unit of the requester at that time.
  unit_id text collate "C",
  title text not null constraint requisitions_title_short check (length(title) between 1 and 200),
  state text not null constraint requisitions_state_known check (state in (
    'DRAFT', 'SUBMITTED', 'IN_SOURCING', 'IN_APPROVAL', 'APPROVED', 'ORDERED', 'RETURNED', 'REJECTED', 'WITHDRAWN')),
  needed_by date,
  -- The address as the order will have it.
  ship_to jsonb,
  note text constraint requisitions_note_short check (length(note) between 1 and 2000),
  -- The order that it became, while that one waits for approval or is placed.
  order_id text collate "C",
  order_number text,
  submitted_at timestamptz,
  version integer not null constraint requisitions_version_positive check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint requisitions_number_unique unique (company_id, number)
);

create index requisitions_by_requester on requisitions.requisitions (company_id, requester_id, id);
create index requisitions_by_state on requisitions.requisitions (company_id, state, id);
create index requisitions_by_change on requisitions.requisitions (company_id, written_at, id);
create index requisitions_by_order on requisitions.requisitions (company_id, order_id) where order_id is not null;
create trigger requisitions_written before update on requisitions.requisitions
  for each row execute function platform.stamp_written();

create table requisitions.lines (
  company_id text not null,
  requisition_id text collate "C" not null,
  id text collate "C" not null,
  -- Counts from 1, without gaps.
  position integer not null constraint lines_position_positive check (position > 0),
  quantity integer not null constraint lines_quantity_possible check (quantity between 1 and 1000000),
  -- A product of the catalogue; else `what` says what is needed.
  product_id text,
  what text constraint lines_what_short check (length(what) between 1 and 500),
  unit text,
  -- What the whole line may cost, by the requester.
  estimate_minor bigint constraint lines_estimate_positive check (estimate_minor >= 0),
  estimate_currency text,
  unspsc text,
  category text,
  suggested_supplier text,
  links text[] not null default '{}',
  note text constraint lines_note_short check (length(note) between 1 and 500),
  cost_center text,
  po_number text,
  gl_account text,
  project text,
  -- What a buyer found for a line in words: a product, or a price that a supplier has agreed to.
  sourced_product_id text,
  sourced_supplier_id text,
  sourced_price numeric,
  sourced_currency text,
  sourcing_note text constraint lines_sourcing_note_short check (length(sourcing_note) between 1 and 2000),
  sourced_by text,
  sourced_at timestamptz,
  primary key (company_id, requisition_id, id),
  constraint lines_requisition foreign key (company_id, requisition_id)
    references requisitions.requisitions on delete cascade
);

-- Each state that a requisition has had, with the comment of the person who set it.
create table requisitions.history (
  company_id text not null,
  requisition_id text collate "C" not null,
  version integer not null,
  state text not null,
  -- Null: the service, because of what happened to the order.
  actor_id text,
  comment text constraint history_comment_short check (length(comment) between 1 and 2000),
  order_id text,
  at timestamptz not null,
  primary key (company_id, requisition_id, version),
  constraint history_requisition foreign key (company_id, requisition_id)
    references requisitions.requisitions on delete cascade
);
