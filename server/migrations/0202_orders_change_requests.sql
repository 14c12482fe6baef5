-- What a buyer requests to change of a supplier's part of an order. The supplier accepts or refuses it as a whole.
create table orders.change_requests (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  supplier_company_id text not null,
  state text not null
    constraint change_requests_state_known check (state in ('OPEN', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'LAPSED')),
  -- Each with its terms before and after.
  lines jsonb not null constraint change_requests_lines_list check (jsonb_typeof(lines) = 'array'),
  reason text not null constraint change_requests_reason_short check (length(reason) <= 1000),
  requested_by text not null,
  requested_at timestamptz not null,
  reminded_at timestamptz,
  -- The request lapses then.
  lapses_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_note text constraint change_requests_decision_note_short check (length(decision_note) <= 1000),
  primary key (company_id, order_id, id),
  constraint change_requests_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);

create unique index change_requests_one_open on orders.change_requests (company_id, order_id, supplier_company_id)
  where state = 'OPEN';
create index change_requests_open on orders.change_requests (id) where state = 'OPEN';
create index change_requests_by_requester on orders.change_requests (company_id, requested_by, id);
create index change_requests_by_own_decider on orders.change_requests (company_id, decided_by, id)
  where decided_by is not null;
create index change_requests_by_decider on orders.change_requests (supplier_company_id, decided_by, id)
  where decided_by is not null;

-- The open request about the line.
alter table orders.lines add column change_request_id text;
