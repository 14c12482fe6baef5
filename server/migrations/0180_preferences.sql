-- What people set for themselves: the views of lists that they saved under a name.
create schema preferences;

create table preferences.views (
  company_id text not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  -- The name of the operation that reads the list: searchOrders.
  list text collate "C" not null constraint views_list_form check (list ~ '^[a-z][A-Za-z0-9]{0,63}$'),
  name text collate "C" not null constraint views_name_short check (length(name) between 1 and 60),
  -- {filters: {state: "PLACED"}, sort?: "newest", columns?: ["number", "total"]}
  shown jsonb not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  constraint views_name_unique unique (company_id, user_id, list, name)
);
