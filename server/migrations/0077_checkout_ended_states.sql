-- The health surfaces count how the checkouts of a day ended. The state beside the time spares a visit to each row.
drop index checkout.attempts_by_end;
create index attempts_by_end on checkout.attempts (ended_at) include (state) where ended_at is not null;
