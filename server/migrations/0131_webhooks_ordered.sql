-- Opt-in order: what is about one entity goes to an endpoint one after the other, in the order of the log.
alter table webhooks.endpoints
  add column ordered boolean not null default false;

alter table webhooks.deliveries
  -- The line in which it waits, by what it is about. Null: it waits for nobody.
  add column fifo_key text collate "C",
  -- Its place there: the number of the event within the company.
  add column event_sequence bigint,
  add constraint deliveries_line_whole check ((fifo_key is null) = (event_sequence is null));

-- Who is first in a line.
create index deliveries_in_line on webhooks.deliveries (company_id, endpoint_id, fifo_key, event_sequence)
  where fifo_key is not null and state in ('PENDING', 'RETRYING', 'LEASED', 'HELD');
