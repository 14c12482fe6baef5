-- A requisition may become several orders. Each of its lines is ordered once.
alter table requisitions.lines
  add column state text not null default 'OPEN'
    constraint lines_state_known check (state in ('OPEN', 'IN_APPROVAL', 'ORDERED', 'CANCELLED')),
  -- The order of the line, while that one waits for approval or is placed.
  add column order_id text collate "C",
  add column order_number text;

update requisitions.lines l
set state = case when r.state in ('IN_APPROVAL', 'ORDERED') then r.state else 'CANCELLED' end,
  order_id = r.order_id, order_number = r.order_number
from requisitions.requisitions r
where r.company_id = l.company_id and r.id = l.requisition_id
  and r.state in ('IN_APPROVAL', 'ORDERED', 'REJECTED', 'WITHDRAWN');
