-- Incidents: what operators must know about, and how they are alerted. The rows belong to the platform. They may name a
-- company that is affected, but no company reads them.
create schema incidents;

create table incidents.incidents (
  id text collate "C" primary key,
  key text not null
    constraint incidents_key_shaped check (key ~ '^[a-z0-9-]+([.][A-Za-z0-9_:/-]+)+$' and length(key) <= 200),
  -- Tells two incidents of one key apart: an endpoint, a checkout, a provider.
  dedupe_key text not null constraint incidents_dedupe_key_short check (length(dedupe_key) <= 255),
  severity text not null
    constraint incidents_severity_known check (severity in ('info', 'warning', 'critical')),
  status text not null constraint incidents_status_known check (status in ('firing', 'resolved')),
  summary text not null constraint incidents_summary_short check (length(summary) between 1 and 1024),
  details jsonb not null,
  concerned_company text,
  -- How often it was seen while it fired.
  occurrences integer not null constraint incidents_occurrences_positive check (occurrences > 0),
  fired_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The last notice. A repeat within 15 minutes of it is only counted.
  noticed_at timestamptz not null,
  notices integer not null constraint incidents_notices_positive check (notices > 0),
  -- The occurrence of the last notice. It equals `occurrences` only for the occurrence that causes the notice.
  noticed_occurrence integer not null,
  resolved_at timestamptz,
  -- Who resolved it by hand, and why. Null: the code that raised it saw the end.
  resolved_by text,
  resolved_note text constraint incidents_resolved_note_short check (length(resolved_note) <= 1000),
  constraint incidents_resolved_when_said check ((status = 'resolved') = (resolved_at is not null)),
  constraint incidents_resolved_by_with_note check ((resolved_by is null) = (resolved_note is null))
)
-- A repeat updates the row in place: no index contains a column that it changes.
with (fillfactor = 70);

-- One open incident for one trouble, however many processes see it at once. `notify` depends on it.
create unique index incidents_open_once on incidents.incidents (key, dedupe_key) where status = 'firing';

-- The open incidents, for the health surfaces.
create index incidents_open on incidents.incidents (fired_at) where status = 'firing';

-- Alerts: one row for each transport and each notice, so that trouble with one transport does not stop another.
create table incidents.deliveries (
  id text collate "C" primary key,
  -- Incidents are never deleted, so it needs no foreign key.
  incident_id text collate "C" not null,
  transport text not null
    constraint deliveries_transport_known check (transport in ('primary', 'secondary')),
  status text not null constraint deliveries_status_known check (status in ('firing', 'resolved')),
  -- The number of the notice. A resolved alert follows the firing alert of the same number.
  notice integer not null constraint deliveries_notice_positive check (notice > 0),
  -- The values at the time of the notice. The incident may change afterwards.
  severity text not null
    constraint deliveries_severity_known check (severity in ('info', 'warning', 'critical')),
  summary text not null,
  details jsonb not null,
  occurred_at timestamptz not null,
  -- COLLAPSED: there were too many alerts, so one summary reports several of them.
  state text not null constraint deliveries_state_known check (state in
    ('PENDING', 'SENDING', 'RETRYING', 'DELIVERED', 'DEAD_LETTER', 'SUPERSEDED', 'COLLAPSED')),
  -- Of the present round. A replay begins a new one.
  attempts integer not null default 0,
  -- When the present round began.
  queued_at timestamptz not null,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  last_error text,
  -- How often the last attempt of a round failed. A replay does not reset it.
  given_up integer not null default 0,
  finished_at timestamptz,
  constraint deliveries_once unique (incident_id, transport, status, notice),
  constraint deliveries_sending_with_token check (state <> 'SENDING' or lease_token is not null)
)
with (fillfactor = 70);

-- The claim for one transport.
create index deliveries_due on incidents.deliveries (transport, available_at, id)
  where state in ('PENDING', 'RETRYING');
-- The sweep of expired leases.
create index deliveries_sending on incidents.deliveries (lease_until) where state = 'SENDING';
-- What operators count, and what is replayed. Ids sort by time.
create index deliveries_open on incidents.deliveries (queued_at)
  where state in ('PENDING', 'RETRYING', 'SENDING');
create index deliveries_dead on incidents.deliveries (id) where state = 'DEAD_LETTER';
create index deliveries_given_up on incidents.deliveries (given_up) where given_up > 0;
create index deliveries_collapsed on incidents.deliveries (finished_at) where state = 'COLLAPSED';
create index deliveries_after_deaths on incidents.deliveries (id) where deaths >= 2;

-- How fast a transport may be called, and whether it has passed its test. All processes share the rows.
create table incidents.transports (
  name text primary key
    constraint transports_name_known check (name in ('primary', 'secondary')),
  -- When the calls that were granted so far are paid off at the steady rate (generic cell rate algorithm, ITU-T I.371).
  next_at timestamptz not null,
  -- A digest of the address, the token and the form that were tested. After a change of them the test does not count.
  tested_as text,
  tested_at timestamptz,
  -- Null: the test was passed.
  test_error text
);

insert into incidents.transports (name, next_at)
values ('primary', '2000-01-01T00:00:00Z'), ('secondary', '2000-01-01T00:00:00Z');
