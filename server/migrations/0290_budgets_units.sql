-- The unit for which a budget holds, with all units below it. Null: it holds for the whole company. The subject of a budget of the kind
-- UNIT is its unit.
alter table budgets.budgets add column unit_id text,
  drop constraint budgets_kind_known,
  add constraint budgets_kind_known check (kind in ('COST_CENTER', 'UNIT', 'PERSON')),
  add constraint budgets_unit_of_kind check (case kind when 'UNIT' then unit_id = subject when 'PERSON' then unit_id is null else true end);
