-- The requests that may still be returned, or were returned and not replaced, know that their order is of a requisition.
update approvals.requests r set of_requisition = true
where r.state in ('PENDING', 'RETURNED') and r.revised_by is null and (
  exists (select from requisitions.lines l where l.company_id = r.company_id and l.order_id = r.order_id)
  or exists (select from requisitions.history h where h.company_id = r.company_id and h.order_id = r.order_id));
