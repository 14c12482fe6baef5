-- Whose held deliveries are looked for: an endpoint that was released, resumed or deleted a moment ago. All others need
-- not be asked. What is there, and what the release before this one writes, is looked at for a day.
alter table webhooks.endpoints
  add column settle_until timestamptz default now() + interval '1 day';

create index endpoints_to_settle on webhooks.endpoints (settle_until) where settle_until is not null;
