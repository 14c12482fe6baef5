-- How fast a transport may be called, and whether it has passed its test. Shared by all processes.
create table incidents.transports (
  name text primary key
    constraint transports_name_known check (name in ('primary', 'secondary')),
  -- When the calls granted so far are paid off at the steady rate (generic cell rate algorithm, ITU-T I.371).
  next_at timestamptz not null,
  -- A digest of the address, the token and the form that were tested: after a change the test counts no more.
  tested_as text,
  tested_at timestamptz,
  -- Null when the test was passed.
  test_error text
);

insert into incidents.transports (name, next_at)
values ('primary', '2000-01-01T00:00:00Z'), ('secondary', '2000-01-01T00:00:00Z');

-- COLLAPSED: told of in one summary together with others, because there were too many to send each.
alter table incidents.deliveries drop constraint deliveries_state_known;
alter table incidents.deliveries add constraint deliveries_state_known check (state in
  ('PENDING', 'SENDING', 'RETRYING', 'DELIVERED', 'DEAD_LETTER', 'SUPERSEDED', 'COLLAPSED'));
create index deliveries_collapsed on incidents.deliveries (finished_at) where state = 'COLLAPSED';
