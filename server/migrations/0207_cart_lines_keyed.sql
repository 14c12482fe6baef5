-- The constraint keeps its name, by which the statements of the release before insert lines.
alter table cart.items
  drop constraint items_one_per_product,
  add constraint items_one_per_product unique using index items_one_per_line;
