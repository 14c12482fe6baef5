-- Requisitions have a number: REQ-2026-000001.
create or replace function numbering.prefix_of(kind text) returns text language sql immutable parallel safe as $$
  select case kind when 'ORDER' then 'PO-' when 'RETURN' then 'RMA-' when 'TICKET' then 'T-' when 'REQUISITION' then 'REQ-' end
$$;
