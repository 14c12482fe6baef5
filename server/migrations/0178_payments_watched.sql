-- What of the providers' word could not be booked: counted on the health surfaces.
create index provider_events_odd on payments.provider_events (received_at)
  where outcome in ('KEPT', 'UNKNOWN_PAYMENT', 'MISMATCH');
