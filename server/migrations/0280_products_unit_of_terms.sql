-- A price list and an assortment may hold for one unit of a buyer and for all units below it (ADR 55). Null: for the whole company.
alter table products.price_lists add column unit_id text collate "C";
alter table products.assortments add column unit_id text collate "C";

-- A unit that moves takes the prices and assortments of other units above it.
create trigger units_advance_terms after update of parent_id on structure.units
  for each row when (old.parent_id is distinct from new.parent_id)
  execute function products.advance_terms_revision();
