-- What the dashboard of operators needs beside the figures of the moment.
create schema ops;

-- The figure that stands for a section of the health surfaces, at its highest in a quarter of an hour. The sparklines of
-- /admin/operations read the last 24 hours. Rows that are two days old are deleted: 192 remain for each section.
create table ops.section_samples (
  section text collate "C" not null,
  metric text collate "C" not null,
  starts_at timestamptz not null,
  value double precision not null,
  primary key (section, metric, starts_at)
) with (fillfactor = 70);

create index section_samples_by_start on ops.section_samples (starts_at);
