-- What led to an event, where an automation did: a rule that would trigger itself, in however many steps, is found by
-- it. Null for what people and programs did.
alter table platform.events add column cause jsonb;
