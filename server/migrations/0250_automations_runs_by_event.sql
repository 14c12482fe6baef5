-- no-transaction
create index concurrently if not exists runs_open_by_event on automations.runs (event_id) where state in ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'DEAD_LETTERED');
