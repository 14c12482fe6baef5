-- Two subscriptions wrote the documents of an order, so that the credit note of a reduction could overtake the invoice of
-- its goods. One subscription reads all of them now. It has a new name, because a process of the older release skips events
-- that it does not know. It begins where the slower one was: a step of an order that was read before adds nothing.
with old as (
  delete from platform.subscriptions where name in ('invoices.follow_orders', 'invoices.credit_reductions')
  returning position
)
insert into platform.subscriptions (name, position, failures, available_at, has_set_aside)
select 'invoices.write_documents', case when count(*) = 2 then min(position) else 0 end, 0, now(), true
from old having count(*) > 0;

-- Events behind this position are read again anyway.
delete from platform.set_aside_events e using platform.subscriptions s
where e.subscription in ('invoices.follow_orders', 'invoices.credit_reductions')
  and s.name = 'invoices.write_documents' and e.position > s.position;

update platform.set_aside_events set subscription = 'invoices.write_documents'
where subscription in ('invoices.follow_orders', 'invoices.credit_reductions');

-- Whether an earlier document of an order still waits.
create index documents_waiting_by_order on invoices.documents (company_id, order_id) where state = 'WAITING';
