-- What operators must know about. Rows of the platform, not of a tenant: a company that is concerned is named,
-- but nobody reads these rows as that company.
create schema incidents;

create table incidents.incidents (
  id text collate "C" primary key,
  key text not null
    constraint incidents_key_shaped check (key ~ '^[a-z0-9-]+([.][A-Za-z0-9_:/-]+)+$' and length(key) <= 200),
  -- What tells two troubles of one key apart: an endpoint, a checkout, a provider.
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
  -- When it was last worth telling somebody: repeats within 15 minutes of this are only counted.
  noticed_at timestamptz not null,
  notices integer not null constraint incidents_notices_positive check (notices > 0),
  -- The occurrence that the last notice told of: equal to `occurrences` only for the sighting that is a notice.
  noticed_occurrence integer not null,
  resolved_at timestamptz,
  constraint incidents_resolved_when_said check ((status = 'resolved') = (resolved_at is not null))
)
-- Repeats update in place: no index holds a column that they touch.
with (fillfactor = 70);

-- One open incident for a trouble, however many see it at once. `notify` rests on it.
create unique index incidents_open_once on incidents.incidents (key, dedupe_key) where status = 'firing';

-- What is open now, for the operators' surfaces.
create index incidents_open on incidents.incidents (fired_at) where status = 'firing';
