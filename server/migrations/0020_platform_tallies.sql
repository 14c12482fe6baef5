-- Counts and sums of the last hours, for the health surfaces. All processes add to the same rows, and a restart loses nothing.
create table platform.tallies (
  name text collate "C" not null,
  -- The five minutes in which the values were observed.
  starts_at timestamptz not null,
  count bigint not null,
  sum double precision not null,
  primary key (name, starts_at)
) with (fillfactor = 70);

create index tallies_by_start on platform.tallies (starts_at);
