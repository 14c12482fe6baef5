-- A further card payment for what an accepted change of an order costs more. The change binds when it is paid.
create table orders.supplements (
  company_id text not null,
  payment_id text collate "C" not null,
  order_id text not null,
  proposal_id text not null,
  -- The lines of the proposal that the payer accepts, and what the supplier reads when they bind.
  line_numbers integer[] not null constraint supplements_lines_named check (cardinality(line_numbers) > 0),
  note text constraint supplements_note_short check (length(note) <= 1000),
  state text not null
    constraint supplements_state_known check (state in ('AWAITING_PAYMENT', 'BOUND', 'ENDED')),
  -- The code of why the change does not bind.
  ended_because text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, payment_id),
  constraint supplements_proposal
    foreign key (company_id, order_id, proposal_id) references orders.proposals (company_id, order_id, id),
  constraint supplements_end_known check ((state = 'AWAITING_PAYMENT') = (ended_at is null)),
  constraint supplements_end_explained check ((state = 'ENDED') = (ended_because is not null))
);

create index supplements_awaited on orders.supplements (company_id, order_id, proposal_id)
  where state = 'AWAITING_PAYMENT';
