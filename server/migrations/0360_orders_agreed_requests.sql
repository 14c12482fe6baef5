-- The supplier has accepted a request for more. It binds when the buyer has paid what an order by card costs more then.
alter table orders.change_requests
  add column agreed_by text,
  add column agreed_at timestamptz,
  add column agreement_note text constraint change_requests_agreement_note_short check (length(agreement_note) <= 1000),
  -- What the buyer has to pay.
  add column due_minor bigint constraint change_requests_due_positive check (due_minor > 0),
  add column due_currency text,
  add constraint change_requests_agreement_whole
    check (num_nonnulls(agreed_by, agreed_at, due_minor, due_currency) in (0, 4));

create index change_requests_by_agreer on orders.change_requests (supplier_company_id, agreed_by, id)
  where agreed_by is not null;

-- A supplement pays for lines of a proposal, or for a change request.
alter table orders.supplements
  alter column proposal_id drop not null,
  add column change_request_id text,
  add constraint supplements_change_request
    foreign key (company_id, order_id, change_request_id) references orders.change_requests (company_id, order_id, id),
  add constraint supplements_one_change check (num_nonnulls(proposal_id, change_request_id) = 1);
