-- When the database wrote the last change of a request: `updatedAfter` of the list reads it. A lease is not a change, a vote is one.
alter table approvals.requests add column written_at timestamptz not null default now();
alter table approvals.requests alter column written_at set default clock_timestamp();
create trigger requests_written before update on approvals.requests
  for each row when (
    (new.order_number, new.content_hash, new.version, new.total_minor, new.steps, new.step, new.escalated_step, new.state, new.reason,
      new.decided_by, new.revised_by)
    is distinct from
    (old.order_number, old.content_hash, old.version, old.total_minor, old.steps, old.step, old.escalated_step, old.state, old.reason,
      old.decided_by, old.revised_by))
  execute function platform.stamp_written();

create function approvals.stamp_request() returns trigger language plpgsql as $$
begin
  update approvals.requests set written_at = clock_timestamp()
  where company_id = new.company_id and id = new.request_id;
  return null;
end
$$;

create trigger votes_written after insert on approvals.votes
  for each row execute function approvals.stamp_request();
