-- Nothing is sent for a closed company: what comes is held, and goes on when the company is opened again.

alter table webhooks.endpoints
  -- Paused because its company was closed, and not by its people.
  add column paused_by_closing boolean not null default false;

update webhooks.endpoints e set state = 'PAUSED', paused_by_closing = true
from identity.companies c where c.id = e.company_id and c.disabled_at is not null and e.state = 'ACTIVE';
