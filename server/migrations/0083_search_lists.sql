-- A company lists its searches by their state, newest first.
create index searches_by_state on search.searches (company_id, state, id desc);
