-- Nothing is done in the name of a closed company.

alter table automations.switches
  -- Set because the company was closed, and lifted when it is opened again.
  add column by_closing boolean not null default false;

insert into automations.switches (scope, off_by, off_at, note, by_closing)
select id, 'system', disabled_at, 'The company is closed.', true from identity.companies where disabled_at is not null
on conflict (scope) do nothing;
