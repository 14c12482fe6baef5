-- What a supplier proposes to change of its lines of an order. The buyer decides line by line.
create table orders.proposals (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  supplier_company_id text not null,
  -- PROPOSED while a line waits for the buyer.
  state text not null
    constraint proposals_state_known check (state in ('PROPOSED', 'ACCEPTED', 'REFUSED', 'LAPSED')),
  -- Each with its terms before and after, its note and its own state.
  lines jsonb not null constraint proposals_lines_list check (jsonb_typeof(lines) = 'array'),
  note text constraint proposals_note_short check (length(note) <= 1000),
  proposed_by text not null,
  proposed_at timestamptz not null,
  reminded_at timestamptz,
  -- The proposal lapses then.
  lapses_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  primary key (company_id, order_id, id),
  constraint proposals_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);

create index proposals_undecided on orders.proposals (id) where state = 'PROPOSED';
create index proposals_by_proposer on orders.proposals (supplier_company_id, proposed_by, id);
create index proposals_by_decider on orders.proposals (company_id, decided_by, id) where decided_by is not null;

-- The day that the buyer has requested or accepted: changes of a promise are measured against it.
-- And since when the supplier waits for stock, and the proposal that waits for the buyer.
alter table orders.lines
  add column agreed_date date,
  add column backordered_at timestamptz,
  add column proposal_id text;

-- Which changes of a supplier a company takes without a decision. A company without a row has the defaults.
create table orders.tolerances (
  company_id text not null primary key,
  days_later integer not null constraint tolerances_days_known check (days_later between 0 and 365),
  fewer_pieces integer not null constraint tolerances_pieces_known check (fewer_pieces between 0 and 1000000),
  lapse_working_days integer not null
    constraint tolerances_lapse_known check (lapse_working_days between 1 and 60),
  changed_at timestamptz not null
);
