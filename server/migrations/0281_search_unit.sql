-- The unit at whose prices a search was made. Null: at those of the whole company, which all its people may see.
alter table search.searches add column unit_id text collate "C";
