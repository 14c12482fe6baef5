-- What each process has right now, such as open streams. The health surfaces add up the processes. A row expires half a minute
-- after the process wrote it, so a killed process disappears.
create table platform.gauges (
  name text collate "C" not null,
  process text collate "C" not null,
  value double precision not null,
  -- Since when the process has it, if that matters.
  since timestamptz,
  observed_at timestamptz not null,
  primary key (name, process)
) with (fillfactor = 70);
