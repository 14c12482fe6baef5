-- The time of the last change of a row, by the clock of the database and at the moment of the change: a reading by changes
-- relies on it (`#platform/lists`). The clock, and not the start of the transaction: the row may have waited for its lock.
create function platform.stamp_written() returns trigger language plpgsql as $$
begin
  new.written_at := clock_timestamp();
  return new;
end
$$;
