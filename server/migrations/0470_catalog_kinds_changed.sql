-- A process keeps the names and counts of categories and reads them again when they have changed. Changed and deleted categories are
-- noted already (0150); a new one, and a new count of products, are noted here.
create trigger categories_note_insert after insert on catalog.categories
  for each statement execute function catalog.note_change('kinds');
create trigger search_totals_note_kinds after insert or update on catalog.search_totals
  for each statement execute function catalog.note_change('kinds');
