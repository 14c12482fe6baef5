-- The unit of the company that a member belongs to. Null: to none. Its module checks the unit in the same transaction.
alter table identity.memberships add column unit_id text collate "C";
-- A unit is ended only when nobody belongs to it.
create index memberships_by_unit on identity.memberships (company_id, unit_id) where unit_id is not null;
