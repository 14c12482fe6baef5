-- How far the daily comparison with the providers has come: one row. Of the platform: it is about everybody's payments.
create table payments.comparisons (
  only_row boolean primary key default true constraint comparisons_one_row check (only_row),
  compared_until timestamptz not null
);
