-- Who is told of an incident: a row for each transport and each notice, so that one transport's trouble is never
-- another's.
create table incidents.deliveries (
  id text collate "C" primary key,
  -- Its incident: those are never deleted.
  incident_id text collate "C" not null,
  transport text not null
    constraint deliveries_transport_known check (transport in ('primary', 'secondary')),
  status text not null constraint deliveries_status_known check (status in ('firing', 'resolved')),
  -- Which notice of the incident this is; a resolved one follows the firing one of the same number.
  notice integer not null constraint deliveries_notice_positive check (notice > 0),
  -- What was true when it was written: the incident goes on.
  severity text not null
    constraint deliveries_severity_known check (severity in ('info', 'warning', 'critical')),
  summary text not null,
  details jsonb not null,
  occurred_at timestamptz not null,
  state text not null constraint deliveries_state_known check (state in
    ('PENDING', 'SENDING', 'RETRYING', 'DELIVERED', 'DEAD_LETTER', 'SUPERSEDED')),
  -- Of the present round: a replay begins a new one.
  attempts integer not null default 0,
  -- When the present round began.
  queued_at timestamptz not null,
  available_at timestamptz not null,
  lease_token text,
  lease_until timestamptz,
  last_error text,
  -- How often its last attempt failed: a replay does not undo that.
  given_up integer not null default 0,
  finished_at timestamptz,
  constraint deliveries_once unique (incident_id, transport, status, notice),
  constraint deliveries_sending_with_token check (state <> 'SENDING' or lease_token is not null)
)
with (fillfactor = 70);

-- The claim of one transport.
create index deliveries_due on incidents.deliveries (transport, available_at, id)
  where state in ('PENDING', 'RETRYING');
-- The sweep of leases that ran out.
create index deliveries_sending on incidents.deliveries (lease_until) where state = 'SENDING';
-- What operators count, and what is replayed: ids sort by time.
create index deliveries_open on incidents.deliveries (queued_at)
  where state in ('PENDING', 'RETRYING', 'SENDING');
create index deliveries_dead on incidents.deliveries (id) where state = 'DEAD_LETTER';
create index deliveries_given_up on incidents.deliveries (given_up) where given_up > 0;
