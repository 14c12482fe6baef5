-- A company may have every purchase name its cost centre: what names none falls under no budget.
alter table identity.companies add column cost_center_required boolean not null default false;
