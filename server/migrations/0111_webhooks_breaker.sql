-- A receiver that fails most of what it gets is left alone for a while, by every process at once; and a company is
-- warned before its endpoint is disabled.

alter table webhooks.endpoints
  -- While it is set only one delivery at a time is sent, to see whether the receiver is back. When the next one may.
  add column breaker_open_until timestamptz,
  -- The one that is tried.
  add column breaker_probe text collate "C";

create index endpoints_breaker_open on webhooks.endpoints (breaker_open_until)
  where breaker_open_until is not null;

alter table webhooks.endpoint_health
  -- What was tried in the last minutes, and what of it failed.
  add column window_started_at timestamptz,
  add column window_attempts integer not null default 0,
  add column window_failures integer not null default 0,
  -- Of the way to being disabled, as it was last told.
  add column warned_percent integer not null default 0
    constraint endpoint_health_warned_percent_known check (warned_percent in (0, 50, 70, 90));
